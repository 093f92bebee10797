import type { ExtraProps } from "react-markdown";

type Element = NonNullable<ExtraProps["node"]>;
type Content = Element["children"][number];
type Tree = { children: Content[] };

/** Some grammars rescan everything that is still open, which is quadratic in the length. */
const MOST_LOOKS = 10_000 ** 2;
/** Some grammars restart at every character of a line, and once more within that. */
const MOST_LOOKS_IN_LINES = 4 * 1_000 ** 3;
/** Real code does not nest this deep. */
const MOST_LEVELS = 30;
/** What a browser can draw without a noticeable delay. */
const MOST_PARTS = 20_000;

/** Before highlighting: excludes code that would take too long. */
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

/** After highlighting: removes the colours from code with too many parts to draw. */
export function boundHighlighting(tree: Tree): void {
  for (const code of codeIn(tree)) {
    const { texts, parts, levels } = sizeOf(code);
    if (levels > MOST_LEVELS || parts > MOST_PARTS) {
      code.children = [{ type: "text", value: texts.join("") }];
    }
  }
}

/** Code blocks that name a language. */
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

/** Not recursive: the tree may be deeper than the stack. */
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
