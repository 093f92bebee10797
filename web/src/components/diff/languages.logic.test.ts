import { expect, test } from "bun:test";
import { common } from "lowlight";
import { languageOf } from "./languages.logic.ts";

test.each([
  ["src/a.ts", "typescript"],
  ["web/App.TSX", "typescript"],
  ["Makefile", "makefile"],
  ["a.b/README", null],
  [".editorconfig", "ini"],
  ["x.unknown", null],
  ["", null],
])("%j is %j", (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test("every language has a grammar", () => {
  const ends =
    "sh c cpp cs css diff go gql ini java js json kt less lua mk md m pl php py r rb rs scss sql swift ts vb wat xml yml";
  const languages = ends.split(" ").map((end) => languageOf(`x.${end}`));
  expect(languages.filter((language) => language === null || !(language in common))).toEqual([]);
});
