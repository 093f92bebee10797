import type { ExtraProps } from "react-markdown";

type Element = NonNullable<ExtraProps["node"]>;
type Content = Element["children"][number];
type Tree = { children: Content[] };

/** The grammars of languages look at what is open again and again: the square of the length in all. */
const MOST_LOOKS = 10_000 ** 2;
/** Some of them begin anew at every character of a line, and within that once more. */
const MOST_LOOKS_IN_LINES = 4 * 1_000 ** 3;
/** Deeper than they go for code that somebody wrote. */
const MOST_LEVELS = 30;
/** What a browser draws in a moment. */
const MOST_PARTS = 20_000;

/** Before colours are given to code: says of what would take too long that it gets none. */
export function sparingHighlighting(tree: Tree): void {
  let looks = 0;
  let looksInLines = 0;
  for (const code of codeIn(tree)) {
    const text = sizeOf(code).texts.join("");
    looks += text.length ** 2;
    for (const line of text.split("\n")) looksInLines += line.length ** 3;
    if (looks > MOST_LOOKS || looksInLines > MOST_LOOKS_IN_LINES) addClass(code, "no-highlight");
  }
}

/** Afterwards: takes the colours off code of which they make too much to be drawn. */
export function boundHighlighting(tree: Tree): void {
  for (const code of codeIn(tree)) {
    const { texts, parts, levels } = sizeOf(code);
    if (levels > MOST_LEVELS || parts > MOST_PARTS) {
      code.children = [{ type: "text", value: texts.join("") }];
    }
  }
}

/** Blocks of code in a language. */
function codeIn(tree: Tree): Element[] {
  const waiting = [...tree.children];
  const found: Element[] = [];
  for (const node of waiting) {
    if (node.type !== "element") continue;
    if (node.tagName === "code" && classesOf(node).length > 0) found.push(node);
    else for (const child of node.children) waiting.push(child);
  }
  return found;
}

function classesOf({ properties }: Element): string[] {
  const names = properties["className"];
  return Array.isArray(names) ? names.map(String) : [];
}

function addClass(node: Element, name: string): void {
  node.properties["className"] = [...classesOf(node), name];
}

/** Without recursion, because it may be deeper than any stack. */
function sizeOf(code: Element) {
  const waiting: { node: Content; level: number }[] = [{ node: code, level: 0 }];
  const size = { texts: [] as string[], parts: 0, levels: 0 };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    size.parts += 1;
    size.levels = Math.max(size.levels, level);
    if (node.type === "text") size.texts.push(node.value);
    if (node.type !== "element") continue;
    for (const child of node.children.toReversed()) waiting.push({ node: child, level: level + 1 });
  }
  return size;
}
