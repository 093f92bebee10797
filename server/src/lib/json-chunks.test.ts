import { expect, test } from "bun:test";
import { jsonChunks } from "./json-chunks.ts";

const SAMPLES: object[] = [
  {},
  [],
  { a: [], b: {}, c: [[], [{}]], d: null },
  { text: 'quotes " and \\ and \n and \u2028 and 👩‍👩‍👧 and \0', "odd key\n": true, n: -1.5e-7 },
  [1, [2, [3]], { deep: { deeper: { deepest: ["x"] } } }],
];

test("the pieces are what JSON.stringify writes with an indent of two", () => {
  for (const sample of SAMPLES) {
    expect([...jsonChunks(sample)].join("")).toBe(`${JSON.stringify(sample, null, 2)}\n`);
  }
});

test("a generator is a list, read no faster than it is written", () => {
  let given = 0;
  function* numbers() {
    while (given < 100_000) yield { number: ++given };
  }
  const chunks = jsonChunks({ numbers: numbers() });
  expect(chunks.next().done).toBe(false);
  expect(given).toBeLessThan(10_000);
  const rest = [...chunks].join("");
  expect(rest).toEndWith('"number": 100000\n    }\n  ]\n}\n');
});
