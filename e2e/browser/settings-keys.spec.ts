import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../support/fixtures.ts";

test.use({
  // oxlint-disable-next-line no-empty-pattern -- it is how a fixture says that it needs no other
  env: async ({}, use) => {
    const bin = mkdtempSync(join(tmpdir(), "malamar-keys-"));
    writeFileSync(join(bin, "codex"), "#!/bin/sh\necho 0.166.0\n");
    chmodSync(join(bin, "codex"), 0o755);
    await use({ PATH: `${bin}:/usr/bin:/bin`, ANTHROPIC_API_KEY: "sk-1", OPENAI_API_KEY: "o-1" });
    rmSync(bin, { recursive: true, force: true });
  },
});

test("another provider's key is passed on to a CLI by its name, and withheld again", async ({
  page,
  malamar,
}) => {
  await page.goto("/settings");
  const codex = page.getByRole("listitem", { name: "Codex CLI" });
  await codex.getByText("Path and variables").click();
  await expect(codex.getByText("Not passed on", { exact: true })).toBeVisible();
  await expect(codex.getByText("OPENAI_API_KEY")).toHaveCount(0);
  await codex.getByRole("button", { name: "Pass on ANTHROPIC_API_KEY" }).click();
  await expect(codex.getByText("Passed on", { exact: true })).toBeVisible();
  await expect(codex.getByText("1 key passed on")).toBeVisible();
  const settings = await (await fetch(`${malamar.url}/api/settings`)).json();
  expect(settings.cli_settings.codex.inherited_env).toEqual(["ANTHROPIC_API_KEY"]);
  expect(settings.cli_settings.gemini.inherited_env).toEqual([]);
  await codex.getByRole("button", { name: "Do not pass on ANTHROPIC_API_KEY" }).click();
  await expect(codex.getByText("Not passed on", { exact: true })).toBeVisible();
});
