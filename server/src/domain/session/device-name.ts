import { shortened } from "#lib/shortened.ts";

/** A browser's own description, in a few words that its user recognises. */
export function deviceName(userAgent: string | null): string {
  const said = (userAgent ?? "").replaceAll(/[^\x20-\x7e]/g, "").trim();
  if (said === "") return "Unknown browser";
  const browser = BROWSERS.find(([mark]) => mark.test(said))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(said))?.[1];
  if (browser === undefined) return shortened(said, LONGEST_NAME);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** Fits a line of a list. */
const LONGEST_NAME = 60;

type Names = readonly (readonly [mark: RegExp, name: string])[];

/** Each browser also names those it imitates, so the rarer ones come first. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const SYSTEMS: Names = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];
