/** A fenced block that no content can end early: its fence is longer than any run of backticks inside. */
export function fenced(content: string, info: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${content}\n${fence}`;
}

/** Text as is if it cannot be mistaken for our structure, else inside a fence. */
export function quoted(text: string): string {
  return STRUCTURE.test(text) ? fenced(text, "markdown") : text;
}

/** A heading or a fence at the start of a line, as Markdown reads it. */
const STRUCTURE = /^ {0,3}(#{1,6}(\s|$)|`{3,}|~{3,})|^ {0,3}(=+|-+)\s*$/m;

/** Text that may have its own headings and fences, with every open fence closed. */
export function closed(text: string): string {
  let open: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, fence, rest] = FENCE.exec(line) ?? [];
    if (!fence) continue;
    if (open === null) {
      // Backticks behind an opening fence of backticks make it plain text.
      if (!(fence.startsWith("`") && rest?.includes("`"))) open = fence;
    } else if (fence[0] === open[0] && fence.length >= open.length && rest?.trim() === "") {
      open = null;
    }
  }
  return open === null ? text : `${text}\n${open}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
