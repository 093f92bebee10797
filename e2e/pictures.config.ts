import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browserOptions } from "./support/browser-options.ts";
import { ROOT } from "./support/malamar.ts";

const { launchOptions } = browserOptions();
const FONTCONFIG_FILE = join(ROOT, "e2e/pictures/fonts.conf");

/** `npm run screenshots`: the pictures of the README, from the product itself. */
export default defineConfig({
  testDir: "./pictures",
  outputDir: "../.cache/playwright",
  workers: 1,
  timeout: 180_000,
  reporter: "list",
  use: { launchOptions: { ...launchOptions, env: { ...process.env, FONTCONFIG_FILE } } },
});
