import type { Dice } from "./dice.ts";

interface OddTarget {
  target: string;
  what: string;
}

/** The address of a request, written so that careless code is led elsewhere. */
export function oddTarget(target: string, dice: Dice): OddTarget {
  const [what, change] = dice.pick(CHANGES);
  return { target: change(target), what };
}

const CHANGES: readonly (readonly [what: string, change: (target: string) => string])[] = [
  ["a double slash in front", (target) => `/${target}`],
  ["double slashes", (target) => target.replaceAll("/", "//")],
  ["a slash at the end", (target) => `${target}/`],
  ["a dot segment", (target) => target.replace("/api/", "/api/./")],
  ["up and down again", (target) => target.replace("/api/", "/api/../api/")],
  ["up and down again, encoded", (target) => target.replace("/api/", "/api/%2e%2e/api/")],
  ["an encoded slash", (target) => target.replace("/api/", "/api%2f")],
  ["everything encoded", encoded],
  ["encoded twice", (target) => encoded(target).replaceAll("%", "%25")],
  ["capital letters", (target) => target.toUpperCase()],
  ["a backslash", (target) => target.replaceAll("/", "\\")],
  ["a lone percent sign", (target) => `${target}%`],
  ["a broken percent sign", (target) => `${target}%zz`],
  ["an encoded NUL", (target) => `${target}%00`],
  ["invalid UTF-8, encoded", (target) => `${target}/%ff%fe`],
  ["raw bytes", (target) => `${target}/\xff\xfe`],
  ["a space", (target) => `${target} x`],
  ["a fragment", (target) => `${target}#x`],
  ["a parameter", (target) => `${target};x=y`],
  ["a whole address", (target) => `http://evil.example${target}`],
  ["no slash in front", (target) => target.slice(1)],
  ["a star", () => "*"],
  ["nothing", () => ""],
  ["a very long path", (target) => `${target}/${"x".repeat(15_000)}`],
  ["a path that is too long", (target) => `${target}/${"x".repeat(200_000)}`],
  ["a very long query", (target) => `${target}?${"a=b&".repeat(3000)}`],
  ["thousands of segments", (target) => target + "/a".repeat(5000)],
];

function encoded(target: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return target.replaceAll(/[a-z]/g, hex);
}

/** One of our files that nobody may get, in as many spellings as there are. */
export function traversal(file: string, dice: Dice): string {
  const up = dice.pick(UPS).repeat(dice.between(1, 12));
  return `${dice.pick(["/", "/assets/", "/assets//", "//"])}${up}${file}${dice.pick(SUFFIXES)}`;
}

const UPS = [
  "../",
  "..%2f",
  "%2e%2e/",
  "%2e%2e%2f",
  "..%5c",
  "..\\",
  "%252e%252e%252f",
  "..%c0%af",
  "..%00/",
  "....//",
  "..;/",
  "%c0%ae%c0%ae/",
  "..%ef%bc%8f",
  ".%2e/",
  "./",
  "%uff0e%uff0e/",
];

const SUFFIXES = ["", "%00.html", "?", "#", "/", "%20", ".js", "::$DATA"];
