import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
  ["a comment that wraps", "a.ts", "/**\n * Then the loop goes\n * on alone.\n */", "goes on"],
  ["a comment of SQL", "a.sql", "-- A note starts\n-- nothing.", "starts nothing"],
  ["the name of a test", "a.test.ts", `test("a lock of somebody else", () => {});`, "somebody"],
  ["a script of the Demo CLI", "a.txt", "answer You could go\n| on: ask again.", "go on"],
])("a forbidden phrase is found in %s", (_where, file, source, phrase) => {
  expect(phrasesIn(file, source)).toEqual([phrase]);
});

test.each([
  ["names in code", "a.ts", `const mended = is.told(goes, on); for (const each of ours) mended();`],
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
  ["A failure is only told.", "only told"],
  ["A branch of yours.", "of yours"],
  ["A run of this task is under way.", "under way"],
  ["More space is wanted.", "is wanted"],
  ["It is being made.", "being made"],
  ["The next run makes it, or it is made again.", "made again"],
  ["Editing starts nothing.", "starts nothing"],
  ["The files are in no repository.", "are in no"],
  ["The path is no directory.", "is no directory"],
  ["It does not know it any more.", "any more"],
  ["Ignored files excepted.", "excepted"],
  ["It is deleted some day.", "some day"],
  ["Put right what it says.", "Put right"],
  ["It answered without words.", "without words"],
  ["Colours are not to be seen.", "not to be seen"],
  ["They do not name each other.", "name each other"],
  ["Is anybody there?", "anybody"],
])("“%s” has a forbidden phrase", (text, phrase) => {
  expect(phrasesIn("a.md", text)).toEqual([phrase]);
});

test("a text that the specification fixes is left alone", () => {
  expect(phrasesIn("a.ts", "`${dir} has ${free} MB free, ${least} are wanted`")).toEqual([]);
});

test("of a commit only the message is checked, not its diff", async () => {
  const dir = mkdtempSync(join(tmpdir(), "malamar-words-"));
  using _ = { [Symbol.dispose]: () => rmSync(dir, { recursive: true }) };
  const file = join(dir, "COMMIT_EDITMSG");
  const exitCode = (message: string) => {
    writeFileSync(file, message);
    return Bun.spawnSync([process.execPath, join(import.meta.dir, "check-words.ts"), file], {
      stdout: "ignore",
    }).exitCode;
  };
  expect(exitCode("fix(loop): a task goes on after a crash\n")).toBe(1);
  expect(exitCode("fix(loop): a task continues\n# ---- >8 ----\n-goes on\n")).toBe(0);
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
  "docs/images/README.md",
  "docs/reliability.md",
  "docs/reports/soak.md",
  "e2e/browser/board.spec.ts",
  "scripts/test.ts",
  "server/src/commands/help.ts",
  "server/src/db/migrations/017_comments.sql",
  "server/src/git/git.test.ts",
  "server/src/knowledge/articles/concepts.md",
  "server/tests/guards.test.ts",
  "stand-in/scripts/malamar.txt",
  "web/index.html",
  "web/src/pages/login-page.tsx",
  "web/src/styles/base.css",
])("the check reads %s", (file) => {
  expect(textFiles(join(import.meta.dir, ".."))).toContain(file);
});

test("the check reads no packages, and nothing that other programs have said", () => {
  const files = textFiles(join(import.meta.dir, ".."));
  expect(files.filter((file) => /(node_modules|recordings|fixtures)\//.test(file))).toEqual([]);
});
