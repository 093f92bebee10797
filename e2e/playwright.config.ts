import { defineConfig } from "@playwright/test";
import { browserOptions } from "./support/browser-options.ts";

export default defineConfig({
  testDir: "./browser",
  outputDir: "../.cache/playwright",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: "100%",
  // A slow machine must not fail a test: this is how long a page may take to show something.
  expect: { timeout: 15_000 },
  timeout: 90_000,
  reporter: "list",
  use: {
    ...browserOptions(),
    // Tracing every test takes a third of the whole time; `--trace on` traces one that failed.
    screenshot: "only-on-failure",
    // Waits only for events.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
  },
});
