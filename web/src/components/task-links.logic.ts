/** The fields of a Markdown node that are used here. */
export type TextNode = { type: string; value?: string; url?: string; children?: TextNode[] };

/** The scheme of a task number's link before its workspace is known. */
const SCHEME = "task:";

/** More than anyone follows. Numbers after that stay text. */
const MOST_LINKS = 200;

/** "#12" on its own: not "#12a", "a#12" or a part of an address. */
const NUMBER = /(?<![\p{L}\p{N}#&/])#(\d{1,9})(?![\p{L}\p{N}])/gu;

/** Turns task numbers into links. Code has no children, and existing links stay as they are. */
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

/** The path for a link made above, in the workspace of the text. Null for other links. */
export function taskPath(url: string, workspacePath: string): string | null {
  const number = new RegExp(`^${SCHEME}(\\d{1,9})$`).exec(url)?.[1];
  return number === undefined ? null : `${workspacePath}/tasks/${number}`;
}
