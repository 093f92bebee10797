import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test";
import { installedBrowser } from "./browser.mjs";

/** What a full browser loads into every window, though nobody sees it: a third of a test's time. */
const WINDOW_PARTS = ["PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Playwright's own list for this version. A browser uses only the last one that it gets. */
const PLAYWRIGHTS_LIST = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** The installed browser, quiet: it sends no requests of its own. */
export function browserOptions(): Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> {
  const executablePath = installedBrowser();
  return {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium's own sandbox does not work for root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        // One process less for each browser: about a tenth of what a test costs.
        "--in-process-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        `--disable-features=${[...PLAYWRIGHTS_LIST, ...WINDOW_PARTS].join(",")}`,
      ],
    },
  };
}
