import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";
import { installedBrowser } from "./browser.mjs";

/** The installed browser, quiet: it asks nobody on the network for anything. */
export function browserOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const executablePath = installedBrowser();
  return {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium's own sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  };
}
