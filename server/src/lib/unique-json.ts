/** Deeper than anything meaningful, and far below the recursion limit. */
const DEEPEST = 100;

/**
 * Parses JSON in which every key of an object occurs once. JSON.parse silently takes the last of
 * several, so the result would not be what was written. Throws with a reason.
 */
export function parseUniqueJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  requireUniqueKeys(text);
  return value;
}

/** The text is valid JSON: only strings and brackets have to be told apart. */
function requireUniqueKeys(text: string): void {
  /** The keys of each enclosing object; null for a list. */
  const around: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      around.push(sign === "{" ? new Set() : null);
      if (around.length > DEEPEST) throw new Error(`nested too deeply in ${place(text, at)}`);
    } else if (sign === "}" || sign === "]") {
      around.pop();
    } else if (sign === '"') {
      const end = endOfString(text, at);
      const keys = around.at(-1);
      if (keys && isKey(text, end)) addKey(keys, text, at, end);
      at = end;
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** By an odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (" \t\r\n".includes(text[next]!)) next++;
  return text[next] === ":";
}

function addKey(keys: Set<string>, text: string, start: number, end: number): void {
  const key = JSON.parse(text.slice(start, end + 1)) as string;
  if (keys.has(key))
    throw new Error(`the key ${JSON.stringify(key)} again in ${place(text, start)}`);
  keys.add(key);
}

function place(text: string, at: number): string {
  return `line ${text.slice(0, at).split("\n").length}`;
}
