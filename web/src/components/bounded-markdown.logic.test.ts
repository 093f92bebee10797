import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { boundMarkdown, type Excess } from "./bounded-markdown.logic.ts";
import { Markdown } from "./markdown.tsx";

const NEVER_CLOSED = (mark: string, length = 100_000) =>
  mark.repeat(Math.floor(length / mark.length));

/** Backticks in ever longer runs, none of which closes another. */
const STAIRS = Array.from({ length: 400 }, (_, at) => "`".repeat(at + 1)).join(" ");

const table = (columns: number, rows: number, lineEnd = "\n") =>
  `|${"a|".repeat(columns)}${lineEnd}|${"-|".repeat(columns)}${lineEnd}${`|${lineEnd}`.repeat(rows)}`;

/** Nested levels that appear line by line: each line continues below the one before. */
const staircase = (levels: number) =>
  Array.from({ length: levels }, (_, at) => `${"  ".repeat(at)}- x`).join("\n");
const wideStaircase = Array.from({ length: 50 }, (_, at) => {
  return `${"  ".repeat(at * 29)}${"- ".repeat(29)}x`;
}).join("\n");

const BOMBS: [what: string, text: string][] = [
  ["a table of 2,600 × 2,600 in 15 KB", table(2600, 2600)],
  ["the same with other line ends", table(2600, 2600, "\r")],
  ["the same with two-character line ends", table(2600, 2600, "\r\n")],
  ["the same in a quote", table(2600, 2600).replaceAll(/^/gm, "> ")],
  ["the same in a list", table(2600, 2600).replaceAll(/^/gm, "  ").replace("  ", "- ")],
  ["many tables", `${table(100, 100)}\n`.repeat(30)],
  ["10,000 nested quotes", ">".repeat(10_000)],
  ["10,000 nested quotes with spaces", "> ".repeat(10_000)],
  ["quotes below a text", `Hello\n\n${">".repeat(10_000)} x`],
  ["10,000 nested lists", "- ".repeat(10_000)],
  ["nested numbered lists", "1. ".repeat(10_000)],
  ["quotes and lists in turn", "> - ".repeat(10_000)],
  ["lists one level deeper per line", staircase(400)],
  ["lists many levels deeper per line", wideStaircase],
  ["lists nested by tabs", staircase(400).replaceAll("  ", "\t")],
  ["brackets", NEVER_CLOSED("[")],
  ["brackets, closed", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["pictures in pictures", `${"![".repeat(3_000)}a${"](b)".repeat(3_000)}`],
  ["unclosed links", NEVER_CLOSED("[a](b ")],
  ["unclosed titles", NEVER_CLOSED('[a](b "')],
  ["stars", NEVER_CLOSED("*")],
  ["emphasis in emphasis", `${"*a ".repeat(3_000)}${"b* ".repeat(3_000)}`],
  ["emphasis of two kinds", NEVER_CLOSED("*a_ ")],
  ["emphasis that is never closed", "a **b ".repeat(1_900)],
  ["strikes", NEVER_CLOSED("~~a ")],
  ["backticks", STAIRS],
  ["comments", NEVER_CLOSED("a <!--")],
  ["comments in a small text", "a<!--".repeat(5_000)],
  ["instructions", "a<?".repeat(5_000)],
  ["declarations", "a<!X ".repeat(5_000)],
  ["raw data", "a<![CDATA[".repeat(2_500)],
  ["attributes", 'a<a b="'.repeat(5_000)],
  ["addresses in brackets", NEVER_CLOSED("<a:")],
  ["entities", NEVER_CLOSED("&a;")],
  ["an address followed by punctuation", `http://a.b/${"!".repeat(50_000)}c`],
  ["an address followed by dots", `http://a.b/${".".repeat(50_000)}c`],
  ["addresses in addresses", "http://a_".repeat(10_000)],
  ["incomplete mail addresses", "a.".repeat(40_000)],
  ["mail addresses of dashes", "-a".repeat(40_000)],
  ["mails", "a@b.c@".repeat(10_000)],
  ["footnotes", "[^a]".repeat(20_000)],
  ["definitions", "[a]: b\n".repeat(14_000)],
  ["footnotes with their texts", "[^a]\n\n[^a]: [^a]\n\n".repeat(5_000)],
  ["pictures", "![a](b)".repeat(14_000)],
  ["empty lines of a list", "-\n".repeat(50_000)],
  ["line ends", "a\n".repeat(50_000)],
  ["paragraphs", "a\n\n".repeat(30_000)],
  ["a bomb after a false fence", `<!--\n\`\`\`\n-->\n\n${"*a ".repeat(30_000)}`],
  [
    "a bomb after fences that do not match",
    `- a\n  \`\`\`\n\`\`\`\n\`\`\`\n${"*a b\n".repeat(6_000)}`,
  ],
  ["lines that continue a deep quote", `${">".repeat(99)}a\n${"a\n".repeat(40_000)}`],
  ["lines of deep quotes", `${">".repeat(99)}a\n`.repeat(990)],
  ["paragraphs of emphasis", `${"*a ".repeat(100)}${"b* ".repeat(100)}\n\n`.repeat(160)],
  ["small tables", "|a|\n|-|\n|b|\n\n".repeat(7_000)],
  [
    "many different footnotes",
    Array.from({ length: 5_000 }, (_, at) => `[^${at}]\n\n[^${at}]: x\n\n`).join(""),
  ],
  ["a line of 20 MB", "x".repeat(20_000_000)],
  ["words of 20 MB", "word ".repeat(4_000_000)],
];

describe("a text that would freeze the page", () => {
  test.each(BOMBS)("%s: its beginning is Markdown, the rest is plain text", (_what, text) => {
    const bounded = boundMarkdown(text);
    expect(bounded.excess).not.toBeNull();
    expect(text.startsWith(bounded.kept)).toBe(true);
    // The kept part is within all bounds.
    expect(boundMarkdown(bounded.kept)).toEqual({ kept: bounded.kept, excess: null });
    const html = renderToStaticMarkup(createElement(Markdown, { text }));
    expect(html.match(/<\w/g)?.length ?? 0).toBeLessThan(30_000);
    expect(deepest(html)).toBeLessThan(2_500);
    expect(html).toContain("Show as text");
  });
});

test.each<[Excess, string]>([
  ["length", "word ".repeat(50_000)],
  ["depth", ">".repeat(10_000)],
  ["table", table(2600, 2600)],
  ["parts", "- a\n".repeat(20_000)],
  ["marks", "a<!--".repeat(2_000)],
])("the exceeded limit is named: %s", (excess, text) => {
  expect(boundMarkdown(`Before.\n\n${text}`).excess).toBe(excess);
  expect(boundMarkdown(`Before.\n\n${text}`).kept).toStartWith("Before.\n");
});

function deepest(html: string): number {
  let level = 0;
  let most = 0;
  for (const [tag] of html.matchAll(/<\/?\w+|\/>/g)) {
    level += tag === "/>" || tag.startsWith("</") ? -1 : 1;
    most = Math.max(most, level);
  }
  return most;
}

describe("a normal text is shown in full as Markdown", () => {
  const code = "const found = list.filter(([a, b]) => a < b && !b[0]); // `${a}` *x*\n";
  const entry = "- **Look** at `server/src/main.ts`, see [the issue](https://example.com/a_b/1).\n";
  test.each([
    ["nothing", ""],
    ["words", "Some *words*.\n\n> a quote\n> > and one in it\n\n- a list\n  - in a list"],
    ["lines", `${"-".repeat(300)}\n${"=".repeat(300)}\n${"_".repeat(300)}\n${"* ".repeat(40)}`],
    ["a long list", entry.repeat(600)],
    ["long paragraphs", `${"Some words, and `code` in **them**. ".repeat(60)}\n\n`.repeat(25)],
    ["a large table", `${table(8, 0)}${`|${" a cell |".repeat(8)}\n`.repeat(500)}`],
    ["code", `\`\`\`ts\n${code.repeat(1_000)}\`\`\`\n`],
    ["code in a list", `- See:\n\n  \`\`\`ts\n${`  ${code}\n`.repeat(100)}  \`\`\`\n`],
    [
      "a list of ten levels",
      Array.from({ length: 10 }, (_, at) => `${"    ".repeat(at)}- x`).join("\n"),
    ],
    ["deeply indented output", `\`\`\`\n${" ".repeat(300)}^ here\n\`\`\``],
    ["a picture in the text", `![x](data:image/png;base64,${"iVBORw0KGgo+/".repeat(5_000)})`],
    ["words of 99,000 characters", "word ".repeat(19_800)],
  ])("%s", (_what, text) => {
    expect(boundMarkdown(text)).toEqual({ kept: text, excess: null });
  });
});
