// The tests drive an installed browser if there is one, else Playwright's own.
import { existsSync } from "node:fs";

const PLACES = [
  process.env.CHROME_PATH,
  // The headless version of the same browser halves the time of a test.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns {string | undefined} */
export function installedBrowser() {
  return PLACES.find((place) => place && existsSync(place));
}
