import { expect, test } from "bun:test";
import { reviewText, type QuotedComment } from "./review-text.ts";

const CHECKPOINT = "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d";
const BASE = "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432";

function on(path: string, line: number, more: Partial<QuotedComment> = {}): QuotedComment {
  const text = `About ${path} ${line}.`;
  return { path, side: "new", line, text, quotedPath: path, lines: [`line ${line}`], ...more };
}

const review = (comments: QuotedComment[], text?: string) =>
  reviewText({ checkpoint: CHECKPOINT, from: BASE, text, comments });

test("comments on lines become one readable text: files by path, lines from top to bottom", () => {
  const text = review(
    [
      on("src/b.ts", 7),
      on("src/a.ts", 20, { end_line: 22, lines: ["a", "b", "c"] }),
      on("src/a.ts", 3, { side: "old", quotedPath: "src/old.ts" }),
    ],
    "Nearly there.\n",
  );
  expect(text).toBe(`Nearly there.

3 comments on 2 files, at checkpoint \`1a2b3c4\`. What is marked as before is from \`9f8e7d6\`.

### \`src/a.ts\`

**Line 3, before in \`src/old.ts\`**

\`\`\`
line 3
\`\`\`

About src/a.ts 3.

**Lines 20 to 22**

\`\`\`
a
b
c
\`\`\`

About src/a.ts 20.

### \`src/b.ts\`

**Line 7**

\`\`\`
line 7
\`\`\`

About src/b.ts 7.`);
});

test("one comment is singular, and a text alone stands alone", () => {
  expect(review([on("a", 1)])).toStartWith(
    "1 comment on 1 file, at checkpoint `1a2b3c4`.\n\n### `a`",
  );
  expect(review([], "Good.")).toBe("Good.");
});

test("a quote has six lines at most, and no endless one", () => {
  const lines = Array.from({ length: 30 }, (_, at) => (at === 0 ? "x".repeat(5000) : `${at}\r`));
  const text = review([on("a", 1, { end_line: 30, lines })]);
  expect(text).toContain(`\`\`\`\n${"x".repeat(300)}…\n1\n2\n3\n4\n5\n\`\`\`\n`);
  expect(text).not.toContain("\n6");
});

test("nothing in a quote, a path or a text breaks out of its place", () => {
  const text = review([
    on("we`ird\n``name", 1, { lines: ["````", "```js"], text: "Look:\n```js\nnever closed" }),
    on("z", 1, { text: "~~~~\nalso open\n~~~\n```" }),
  ]);
  expect(text).toContain("### ```we`ird\ufffd``name```");
  expect(text).toContain("\n`````\n````\n```js\n`````\n");
  expect(text).toContain("Look:\n```js\nnever closed\n```\n\n### `z`");
  expect(text).toEndWith("~~~~\nalso open\n~~~\n```\n~~~~");
});

test("a block that is closed, and backticks in a line, stay as they are", () => {
  const plain = "Use ```x``` here:\n```\ncode\n```\nand there.";
  expect(review([], plain)).toBe(plain);
});

test("a comment whose lines are gone says so, and is as safe as any other", () => {
  const text = review([
    on("a", 3, { end_line: 5, quote: "```", lines: ["```"], text: "Open:\n```" }),
    on("a", 9, { side: "old", quote: "", lines: [] }),
  ]);
  expect(text)
    .toBe(`2 comments on 1 file, at checkpoint \`1a2b3c4\`. What is marked as outdated has changed since.

### \`a\`

**Lines 3 to 5, outdated**

\`\`\`\`
\`\`\`
\`\`\`\`

Open:
\`\`\`
\`\`\`

**Line 9, before, outdated**

About a 9.`);
});
