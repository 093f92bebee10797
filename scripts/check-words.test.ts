import { expect, test } from "bun:test";
import { join } from "node:path";
import { findPhrasings, textFiles } from "./check-words.ts";

const phrasesIn = (file: string, source: string) =>
  findPhrasings(file, source).map(({ phrase }) => phrase);

test.each([
  ["a string", "a.ts", `throw new Error("Ends what runs and deletes it.");`, "what runs"],
  ["a template", "a.ts", "const said = `${name} goes on with ${task}`;", "goes on"],
  [
    "a string over two lines",
    "a.ts",
    `const said = "the team " + "goes " +\n  "on alone";`,
    "goes on",
  ],
  ["JSX that wraps", "a.tsx", `const a = <p>Every run is\n  told its <b>id</b>.</p>;`, "is told"],
  ["an attribute", "a.tsx", `const a = <a title="Guard tripped" />;`, "Guard tripped"],
  ["a script for Node", "bin/a.mjs", `console.error("Mend that first.");`, "Mend"],
  ["a document", "docs/a.md", "# Limits\n\nAn earlier life\nof Malamar.", "life of Malamar"],
])("a forbidden phrase is found in %s", (_where, file, source, phrase) => {
  expect(phrasesIn(file, source)).toEqual([phrase]);
});

test.each([
  ["a comment", "a.ts", `// what runs\nexport const a = 1; /* goes on */`],
  ["names in code", "a.ts", `const mended = is.told(goes, on); const somebodyElse = mended.by;`],
  ["plain English", "a.ts", `const said = "There is no task. It is no longer on the board.";`],
  ["a place", "a.md", "A long text never goes on the command line."],
  ["late work", "a.md", "Because of late answers, the agent has gone to sleep."],
])("%s is left alone", (_what, file, source) => {
  expect(phrasesIn(file, source)).toEqual([]);
});

test.each([
  ["Shows how it stands with the server.", "how it stands"],
  ["The output, letter by letter.", "letter by letter"],
  ["Quotes programs to the letter.", "to the letter"],
  ["A sort that does not exist is passed over.", "passed over"],
  ["Loads more before the last card comes into sight.", "into sight"],
  ["The columns are kept true by events.", "kept true"],
  ["What has happened of late: two runs.", "of late"],
  ["What was last gone to from here.", "was last gone to"],
  ["The task is there no more.", "there no more"],
  ["A broken sequence begins anew.", "begins anew"],
  ["The run that an entry speaks of.", "speaks of"],
  ["As high as it is given.", "As high as it is given"],
  ["The log tells of it.", "tells of it"],
])("“%s” has a forbidden phrase", (text, phrase) => {
  expect(phrasesIn("a.md", text)).toEqual([phrase]);
});

test("a finding says where the phrase is and what to write instead", () => {
  expect(findPhrasings("a.md", "The token is wrong.")).toEqual([
    {
      file: "a.md",
      phrase: "The token is wrong",
      around: "The token is wrong.",
      instead: "That token isn't right.",
    },
  ]);
});

test.each([
  "README.md",
  "bench/bench-help.ts",
  "bin/malamar.mjs",
  "contract/src/task.ts",
  "demo/team/planner.md",
  "docs/decisions/007-processes.md",
  "docs/reliability.md",
  "server/src/commands/help.ts",
  "server/src/knowledge/articles/concepts.md",
  "web/src/pages/login-page.tsx",
])("the check reads %s", (file) => {
  expect(textFiles(join(import.meta.dir, ".."))).toContain(file);
});

test("the check reads no tests and no packages", () => {
  const files = textFiles(join(import.meta.dir, ".."));
  expect(files.filter((file) => /\.test\.|node_modules/.test(file))).toEqual([]);
});
