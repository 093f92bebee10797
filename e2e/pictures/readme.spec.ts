import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT, startMalamar } from "../support/malamar.ts";

/** CLIs that answer the question for their version, so that the picture shows a healthy team. */
function installedClis(): string {
  const dir = mkdtempSync(join(tmpdir(), "malamar-clis-"));
  const versions = { claude: "2.1.325", codex: "0.166.0", gemini: "0.61.0", opencode: "1.18.33" };
  for (const [name, version] of Object.entries(versions)) {
    writeFileSync(join(dir, name), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(dir, name), 0o755);
  }
  return dir;
}

test("the team of the sample workspace", async ({ page }) => {
  const malamar = await startMalamar({ env: { PATH: `${installedClis()}:/usr/bin:/bin` } });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(malamar.url);
  await page.getByRole("link", { name: /Sample/ }).click();
  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Approver" })).toBeVisible();
  await page.screenshot({ path: join(ROOT, "docs/images/team.png") });
  await malamar[Symbol.asyncDispose]();
});

test("the board and the work of the demo", async ({ page }) => {
  const malamar = await startMalamar({
    args: ["demo"],
    env: { PATH: `${installedClis()}:/usr/bin:/bin` },
  });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(malamar.url);
  if (new URL(page.url()).pathname === "/") await page.getByRole("main").getByRole("link").click();
  const card = page.locator("[data-task-id]", { hasText: "countdown" });
  await expect(card.getByText("Implementer")).toBeVisible({ timeout: 60_000 });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(ROOT, "docs/images/board.png") });
  await card.click();
  await page.getByRole("tab", { name: "Transcript" }).click();
  await expect(page.getByRole("log").getByRole("button").nth(1)).toBeVisible();
  await page.screenshot({ path: join(ROOT, "docs/images/transcript.png") });
  await malamar.stop();
  await malamar[Symbol.asyncDispose]();
});
