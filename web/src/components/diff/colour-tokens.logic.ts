/** The colours of a text by line, in a form that a worker hands over without copying. */
export type LineColours = {
  /** The first token of each line, and one more at the end. */
  starts: Uint32Array<ArrayBuffer>;
  /** Three numbers a token: from, to, and which class. */
  tokens: Uint32Array<ArrayBuffer>;
  classes: readonly string[];
};

/** The tree that lowlight makes, as far as it matters here. */
export type ColourNode =
  | { type: "text"; value: string }
  | { type: "element"; properties: { className?: unknown }; children: readonly ColourNode[] }
  | { type: "root"; children: readonly ColourNode[] }
  | { type: "comment" | "doctype" | "raw" };

/** The classes with a colour in markdown.css. Others would only be elements without an effect. */
const COLOURED: ReadonlySet<string> = new Set(
  "comment quote meta keyword selector-tag literal section type built_in string regexp addition attr number symbol variable template-variable deletion title strong emphasis"
    .split(" ")
    .map((name) => `hljs-${name}`),
);

/** Cuts a coloured text into lines. */
export function lineColours(root: ColourNode): LineColours {
  const starts = [0];
  const tokens: number[] = [];
  const classes: string[] = [];
  let column = 0;

  const add = (text: string, className: string | null) => {
    const lines = text.split("\n");
    for (const [at, line] of lines.entries()) {
      if (at > 0) {
        starts.push(tokens.length / 3);
        column = 0;
      }
      if (className !== null && line !== "") {
        tokens.push(column, column + line.length, indexOf(className));
      }
      column += line.length;
    }
  };
  const indexOf = (className: string): number => {
    const known = classes.indexOf(className);
    return known === -1 ? classes.push(className) - 1 : known;
  };
  const walk = (node: ColourNode, className: string | null) => {
    if (node.type === "text") return add(node.value, className);
    if (node.type !== "element" && node.type !== "root") return;
    const own = node.type === "element" ? colouredClass(node.properties.className) : className;
    for (const child of node.children) walk(child, own);
  };

  walk(root, null);
  starts.push(tokens.length / 3);
  return { starts: Uint32Array.from(starts), tokens: Uint32Array.from(tokens), classes };
}

/** What is inside a string, such as an expression, has its own colour or none. */
function colouredClass(className: unknown): string | null {
  const [name] = Array.isArray(className) ? className : [];
  return typeof name === "string" && COLOURED.has(name) ? name : null;
}
