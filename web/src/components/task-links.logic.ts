/** As much of a parsed text as is looked at. */
export type TextNode = { type: string; value?: string; url?: string; children?: TextNode[] };

/** What a number in a text becomes before its place in this page is known. */
const SCHEME = "task:";

/** More than anybody follows; what comes after stays text. */
const MOST_LINKS = 200;

/** "#12" on its own: not "#12a", "a#12" or a part of an address. */
const NUMBER = /(?<![\p{L}\p{N}#&/])#(\d{1,9})(?![\p{L}\p{N}])/gu;

/** Makes links of the numbers of tasks. Code has no children, and what is in a link stays as it is. */
export function linkTaskNumbers(root: TextNode): void {
  let left = MOST_LINKS;
  const visit = (parent: TextNode) => {
    if (parent.children === undefined || parent.type.startsWith("link")) return;
    parent.children = parent.children.flatMap((node) => {
      visit(node);
      if (node.type !== "text") return [node];
      const parts = partsOf(node.value ?? "", left);
      left -= parts.filter(({ type }) => type === "link").length;
      return parts;
    });
  };
  visit(root);
}

function partsOf(value: string, most: number): TextNode[] {
  const parts: TextNode[] = [];
  let end = 0;
  for (const match of [...value.matchAll(NUMBER)].slice(0, most)) {
    if (match.index > end) parts.push({ type: "text", value: value.slice(end, match.index) });
    const [words, number] = match;
    parts.push({
      type: "link",
      url: `${SCHEME}${number}`,
      children: [{ type: "text", value: words }],
    });
    end = match.index + words.length;
  }
  if (end < value.length) parts.push({ type: "text", value: value.slice(end) });
  return parts;
}

/** Where a link that was made above leads, in the workspace of the text; null for every other. */
export function taskPath(url: string, workspacePath: string): string | null {
  const number = new RegExp(`^${SCHEME}(\\d{1,9})$`).exec(url)?.[1];
  return number === undefined ? null : `${workspacePath}/tasks/${number}`;
}
