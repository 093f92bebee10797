import { beforeAll, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { codeColours } from "./code-colours.ts";
import { Markdown } from "./markdown.tsx";

beforeAll(() => codeColours.fetch());

const rendered = (language: string, code: string) =>
  renderToStaticMarkup(createElement(Markdown, { text: `\`\`\`${language}\n${code}\n\`\`\`` }));
const colours = (html: string) => html.match(/<span class="hljs/g)?.length ?? 0;
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, "");

test.each([
  ["js", "`${".repeat(30_000)],
  ["js", "`${\n".repeat(2_000)],
  ["json", "[".repeat(90_000)],
  ["bash", '"$(\n'.repeat(2_000)],
  ["python", "f'{".repeat(30_000)],
  ["ini", "x".repeat(90_000)],
  ["markdown", "[a](".repeat(20_000)],
  ["markdown", `${"[a](".repeat(200)}\n`.repeat(100)],
])(
  "code in %s that would take forever to highlight stays plain, with all its characters",
  (name, code) => {
    const html = rendered(name, code);
    expect(colours(html)).toBe(0);
    expect(Bun.escapeHTML(code.trim()) === plain(html).trim()).toBe(true);
  },
);

test("ordinary code is highlighted", () => {
  const code = 'const found = list.filter(({ a }) => a < 1); // "x"\n'.repeat(150);
  expect(colours(rendered("ts", code))).toBeGreaterThan(500);
});

test("a block that takes too long does not cost the ones before it their colours", () => {
  const text = `\`\`\`ts\nconst a = 1;\n\`\`\`\n\n\`\`\`ts\n${"`${".repeat(9_000)}\n\`\`\``;
  expect(colours(renderToStaticMarkup(createElement(Markdown, { text })))).toBeGreaterThan(0);
});
