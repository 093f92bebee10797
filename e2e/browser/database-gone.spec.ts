import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../support/fixtures.ts";

test.use({ allowedNoise: /503 \(Service Unavailable\)/ });

test("a database removed under the page is reported at once, and saved with one press", async ({
  page,
  malamar,
}) => {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  rmSync(join(malamar.dataDir, "malamar.db"));
  const banner = page.getByRole("alert").filter({ hasText: "The database was removed." });
  await expect(banner).toBeVisible();
  // What is loaded can still be read.
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  const refused = await page.request.post("/api/workspaces", { data: { title: "New" } });
  expect(refused.status()).toBe(503);
  await banner.getByRole("button", { name: "Save a copy" }).click();
  const command = banner.getByText(/^malamar restore .+ --trust/);
  await expect(command).toBeVisible();
  const [, copy] = /^malamar restore (\S+)/.exec((await command.textContent())!)!;
  expect(existsSync(copy!)).toBe(true);
});
