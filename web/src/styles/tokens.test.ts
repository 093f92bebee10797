import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Tokens = Readonly<Record<string, string>>;

const css = readFileSync(join(import.meta.dir, "tokens.css"), "utf8");
const [ordinary = "", moreContrast = ""] = css.split("@media (prefers-contrast: more)");
const light = colours(ordinary, ":root");
const dark = { ...light, ...colours(ordinary, ".dark") };

const THEMES = [
  { name: "light", tokens: light, text: 4.5, edge: 3 },
  { name: "dark", tokens: dark, text: 4.5, edge: 3 },
  {
    name: "light with more contrast",
    tokens: { ...light, ...colours(moreContrast, ":root") },
    text: 7,
    edge: 4,
  },
  {
    name: "dark with more contrast",
    tokens: { ...dark, ...colours(moreContrast, ".dark") },
    text: 7,
    edge: 4,
  },
];

const GROUNDS = ["background", "surface", "card", "hover"];
const TEXTS = [
  "foreground",
  "muted",
  "primary",
  "status-todo",
  "status-progress",
  "status-review",
  "status-done",
  "error",
];
const HUES = [
  "red",
  "orange",
  "amber",
  "lime",
  "green",
  "teal",
  "cyan",
  "blue",
  "indigo",
  "violet",
  "magenta",
  "pink",
];
const FILLED = [
  ["on-primary", "primary-fill"],
  ["on-primary", "primary-fill-hover"],
  ["on-error", "error-fill"],
  ["error", "error-surface"],
  ["foreground", "error-surface"],
  ["status-review", "review-surface"],
  ["foreground", "review-surface"],
] as const;
/** Lines of a diff. They carry code in all its colours. */
const CHANGED = ["added", "added-mark", "removed", "removed-mark"];
const CODE = ["foreground", "muted", "primary", "status-done", "status-review", "error"];

describe.each(THEMES)("in $name", ({ tokens, text, edge }) => {
  test("every text is readable on every background", () => {
    const pairs = TEXTS.flatMap((name) => GROUNDS.map((ground) => [name, ground] as const));
    expect(tooClose(tokens, [...pairs, ...FILLED], text)).toEqual([]);
  });

  test("code is readable in every line of a diff", () => {
    const pairs = CODE.flatMap((name) => CHANGED.map((ground) => [name, ground] as const));
    expect(tooClose(tokens, pairs, text)).toEqual([]);
  });

  test("every hue is readable on its own background and on every other", () => {
    const pairs = HUES.flatMap((hue) =>
      [...GROUNDS, `hue-${hue}-ground`].map((ground) => [`hue-${hue}`, ground] as const),
    );
    expect(tooClose(tokens, pairs, text)).toEqual([]);
  });

  test("fields and filled elements stand out from every background", () => {
    const names = ["input", "primary-fill", "error-fill"];
    const pairs = names.flatMap((name) => GROUNDS.map((ground) => [name, ground] as const));
    expect(tooClose(tokens, pairs, edge)).toEqual([]);
  });
});

test("in dark, nearer surfaces are lighter", () => {
  const brightness = GROUNDS.map((name) => luminance(dark[name]!));
  expect(brightness).toEqual(brightness.toSorted((a, b) => a - b));
});

test("two colours that are too close are named", () => {
  expect(tooClose({ a: "#777777", b: "#888888" }, [["a", "b"]], 3)).toEqual(["a on b: 1.26"]);
});

test("there are six sizes of text and one shadow", () => {
  const sizes = [...css.matchAll(/--text-[a-z0-9]+: ([\d.]+)rem/g)].map(([, size]) => Number(size));
  expect(sizes.map((rem) => rem * 16)).toEqual([11, 12, 13, 14, 16, 20]);
  expect([...css.matchAll(/--shadow-(?!\*)[a-z]+:/g)].map(String)).toEqual(["--shadow-transient:"]);
});

function colours(source: string, selector: string): Tokens {
  const block = source.slice(source.indexOf(`${selector} {`)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  );
}

function tooClose(
  tokens: Tokens,
  pairs: readonly (readonly [string, string])[],
  least: number,
): string[] {
  return pairs.flatMap(([front, back]) => {
    const ratio = contrast(tokens[front]!, tokens[back]!);
    return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
  });
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** As defined by WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("every animation is defined once", () => {
  const names = [...css.matchAll(/^\s*(--animate-[\w-]+|@keyframes [\w-]+)/gm)].map(
    ([, name]) => name,
  );
  expect(names).not.toBeEmpty();
  expect(names).toEqual([...new Set(names)]);
});
