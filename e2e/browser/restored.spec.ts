import { once } from "node:events";
import { join } from "node:path";
import { expect, test as base } from "../support/fixtures.ts";
import { createHome, launchMalamar, startMalamar, type Home } from "../support/malamar.ts";

const SETTINGS = {
  webhook_url: "https://hooks.example.org/secret-path",
  cli_settings: {
    claude: { binary_path: "/opt/theirs/claude", env_vars: { NODE_OPTIONS: "--require x" } },
  },
};

/** A Malamar restored from another one's backup. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  malamar: async ({}, use) => {
    await using home = createHome();
    await backUpAnother(home, join(home.dir, "theirs.tar.gz"));
    const dataDir = join(home.dir, "new");
    await command(home, dataDir, "restore", join(home.dir, "theirs.tar.gz"));
    await using malamar = await startMalamar({ home, dataDir });
    await use(malamar);
  },
});

async function backUpAnother(home: Home, file: string): Promise<void> {
  await using theirs = await startMalamar({ home });
  const response = await fetch(`${theirs.url}/api/settings`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(SETTINGS),
  });
  expect(response.status).toBe(200);
  await command(home, theirs.dataDir, "backup", file);
  await theirs.stop();
}

async function command(home: Home, dataDir: string, ...args: string[]): Promise<void> {
  const { child } = launchMalamar({ home, dataDir, args });
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(0);
}

test("a restored backup's foreign settings are shown, and enabled in every tab with one press", async ({
  page,
  newTab,
}) => {
  await page.goto("/");
  const other = await newTab();
  await other.goto("/settings");
  await expect(other.getByText("Malamar is paused.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Resume" })).toHaveCount(0);
  await page.getByRole("button", { name: "Review" }).click();
  const dialog = page.getByRole("dialog", { name: "Restored from another installation" });
  await expect(dialog.getByText("/opt/theirs/claude")).toBeVisible();
  await expect(dialog.getByText("NODE_OPTIONS")).toBeVisible();
  await expect(dialog.getByText("through hooks.example.org")).toBeVisible();
  await expect(dialog.getByText(/secret-path|--require/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Switch on" }).click();
  await expect(dialog).toHaveCount(0);
  for (const tab of [page, other]) await expect(tab.getByText("Malamar is paused.")).toHaveCount(0);
  const settings = (await (await page.request.get("/api/settings")).json()) as typeof SETTINGS;
  expect(settings.cli_settings.claude.binary_path).toBe("/opt/theirs/claude");
});

test("discarding removes them", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Review" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  const settings = (await (await page.request.get("/api/settings")).json()) as typeof SETTINGS;
  expect(settings.cli_settings.claude.binary_path).toBeNull();
});
