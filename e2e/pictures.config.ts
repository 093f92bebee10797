import { defineConfig } from "@playwright/test";
import { browserOptions } from "./support/browser-options.ts";

/** `npm run screenshots`: the pictures of the README, from the product itself. */
export default defineConfig({
  testDir: "./pictures",
  outputDir: "../.cache/playwright",
  workers: 1,
  reporter: "list",
  use: { ...browserOptions(), viewport: { width: 1280, height: 760 }, deviceScaleFactor: 2 },
});
