import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { common, createLowlight } from "lowlight";
import { lineColours, type LineColours } from "./colour-tokens.logic.ts";

const lowlight = createLowlight(common);

/** "const:keyword": the coloured parts of each line. */
function shown(text: string, { starts, tokens, classes }: LineColours): string[] {
  return text.split("\n").map((line, number) => {
    const parts: string[] = [];
    for (let at = starts[number]!; at < starts[number + 1]!; at++) {
      const [from, to, index] = tokens.subarray(at * 3, at * 3 + 3);
      parts.push(`${line.slice(from, to)}:${classes[index!]!.replace("hljs-", "")}`);
    }
    return parts.join(" ");
  });
}

test.each([
  ["one line", "const x = 1;", ["const:keyword 1:number"]],
  [
    "a comment over lines",
    "/* a\n   b */\nlet y;",
    ["/* a:comment", "   b */:comment", "let:keyword"],
  ],
  ["an expression in a string", "f(`a${b}c`)", ["f:title `a:string c`:string"]],
  ["nothing", "", [""]],
])("%s", (_name, text, expected) => {
  expect(shown(text, lineColours(lowlight.highlight("typescript", text)))).toEqual(expected);
});

test("there are as many starts as lines, and one", () => {
  expect(lineColours(lowlight.highlight("typescript", "a\nb\n")).starts).toHaveLength(4);
});

test("every class it keeps has a colour in the stylesheet", () => {
  const css = readFileSync(join(import.meta.dir, "../../styles/markdown.css"), "utf8");
  const text = "/* c */ @a class A { b = 'c' + /d/ + 1; } // TODO\n# x\n";
  const kept = ["typescript", "markdown", "css", "python", "diff", "ruby", "bash"].flatMap(
    (language) => lineColours(lowlight.highlight(language, text)).classes,
  );
  expect([...new Set(kept)].filter((name) => !css.includes(`.${name}`))).toEqual([]);
  expect(kept).not.toEqual([]);
});
