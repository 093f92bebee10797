import { expect, test } from "bun:test";
import { typedLabels } from "./labels.logic.ts";

test.each<[line: string, labels: string[]]>([
  ["", []],
  [" , ,", []],
  ["api", ["api"]],
  [" api,  two words ,x,", ["api", "two words", "x"]],
])("%j is typed as %j", (line, labels) => {
  expect(typedLabels(line)).toEqual(labels);
});
