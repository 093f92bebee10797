import { expect, test } from "bun:test";
import { createDice } from "./dice.ts";
import { jsonText, rawJson } from "./json.ts";
import { pathsIn, spoiled } from "./spoil.ts";

const VALUE = { title: "a", settings: { days: 7, names: ["x", "y"] }, flag: "up" };

test("raw text goes into JSON unchanged", () => {
  expect(jsonText({ a: rawJson("1e400"), b: [rawJson("{"), null], c: undefined })).toBe(
    '{"a":1e400,"b":[{,null]}',
  );
  const plain = { a: [1, "x\n", { b: null }], c: false };
  expect(jsonText(plain)).toBe(JSON.stringify(plain));
});

test("every place of a value can be hit", () => {
  expect(pathsIn(VALUE).map((path) => path.join("."))).toEqual([
    "",
    "title",
    "settings",
    "settings.days",
    "settings.names",
    "settings.names.0",
    "settings.names.1",
    "flag",
  ]);
});

test("a value is wrong at one point and unchanged at all others", () => {
  for (let index = 0; index < 300; index++) {
    const { value, what } = spoiled(VALUE, createDice(1, index));
    const text = jsonText(value);
    expect({ what, text }).not.toEqual({ what, text: jsonText(VALUE) });
    const place = what.split(":")[0]!.split(".")[0]!;
    if (place === "the body") continue;
    const others = Object.entries(VALUE).filter(([name]) => name !== place);
    for (const [name, field] of others) expect(text).toContain(`"${name}":${jsonText(field)}`);
  }
});

test("a key that means something to the language gets into the text", () => {
  const texts = Array.from({ length: 500 }, (_, index) =>
    jsonText(spoiled(VALUE, createDice(2, index)).value),
  );
  expect(texts.some((text) => text.includes('"__proto__":'))).toBe(true);
});
