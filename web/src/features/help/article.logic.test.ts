import { expect, test } from "bun:test";
import { anchorOf, articleBody, articleLink, chaptersOf } from "./article.logic.ts";

test.each([
  ["writing-instructions.md", "/help/writing-instructions"],
  ["https://example.com/a.md", null],
  ["../secrets.md", null],
  ["//evil.example/a.md", null],
  ["javascript:alert(1)", null],
  ["concepts", null],
])("a link to %s leads to %p", (url, path) => {
  expect(articleLink(url)).toBe(path);
});

test("title and summary are not repeated in the text", () => {
  expect(articleBody("# Safety\n\nIn short.\n\n## First\n\nText.\n")).toBe("## First\n\nText.\n");
});

test("chapters are headings, not lines of examples", () => {
  const content =
    "# A\n\nB.\n\n## One\n\n```markdown\n## Not one\n```\n\n### Below\n\n## `Two`: more\n";
  expect(chaptersOf(content)).toEqual([
    { title: "One", anchor: "one" },
    { title: "Two: more", anchor: "two-more" },
  ]);
});

test.each([
  ["It never stops", "it-never-stops"],
  ["`CLI exited with code {code}`", "cli-exited-with-code-code"],
  ["Größe & Übersicht", "größe-übersicht"],
])("%s is #%s", (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
