import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserOptions } from "./support/browser-options.ts";
import { ROOT } from "./support/malamar.ts";

const { launchOptions } = browserOptions();
const FONTCONFIG_FILE = join(ROOT, "e2e/pictures/fonts.conf");

/** In the pictures it is about noon, so that no midnight falls between two messages. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // These names count the other way round: GMT-5 is five hours ahead.
  return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
}

/** `npm run screenshots`: the pictures of the README, from the product itself. */
export default defineConfig({
  testDir: "./pictures",
  outputDir: "../.cache/playwright",
  workers: 1,
  timeout: 60_000,
  reporter: "list",
  use: {
    actionTimeout: 15_000,
    launchOptions: { ...launchOptions, env: { ...process.env, FONTCONFIG_FILE } },
    permissions: ["notifications"],
    timezoneId: zoneAtNoon(),
  },
});
