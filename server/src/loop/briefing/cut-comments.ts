/** A person's comment, as it appears in an agent's input. */
interface Found {
  user_id: string;
  content: string;
  created_at: string;
}

/**
 * An agent's input without the texts of some comments of people, which are JSON in it, one per line
 * or not. The fact that there was a comment stays, and so does everything else, byte for byte.
 */
export function cutComments(input: string, isGone: (comment: Found) => boolean): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = input.indexOf(KEY); at !== -1; at = input.indexOf(KEY, at + KEY.length)) {
    const value = valueAt(input, at + KEY.length);
    const comment = value && commentAround(input, at, value);
    if (!comment || comment.content === "" || !isGone(comment)) continue;
    kept.push(input.slice(from, value.start), '""');
    from = value.end;
  }
  return from === 0 ? input : kept.join("") + input.slice(from);
}

/** Inside another text its quotes would be escaped. */
const KEY = '"content":';

interface Value {
  start: number;
  /** After the closing quote. */
  end: number;
}

/** The end of the JSON text that begins here; null if there is none. */
function valueAt(input: string, behindKey: number): Value | null {
  const start = input[behindKey] === " " ? behindKey + 1 : behindKey;
  if (input[start] !== '"') return null;
  let end = input.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(input, end)) end = input.indexOf('"', end + 1);
  return end === -1 ? null : { start, end: end + 1 };
}

function isEscaped(input: string, at: number): boolean {
  let backslashes = 0;
  while (input[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

/** The author comes before the text, and the time after it. */
function commentAround(input: string, at: number, { start, end }: Value): Found | null {
  const [, user_id] = BEFORE.exec(input.slice(Math.max(0, at - NEAR), at)) ?? [];
  const [, created_at] = BEHIND.exec(input.slice(end, end + NEAR)) ?? [];
  if (user_id === undefined || created_at === undefined) return null;
  const content = parsed(input.slice(start, end));
  return content === null ? null : { user_id, content, created_at };
}

const BEFORE = /"user_id": ?"([^"\\]*)",\s*(?:"is_note": ?true,\s*)?$/;
const BEHIND = /^,\s*"created_at": ?"([^"\\]*)"/;

/** More than an id or a time takes, with the spaces around it. */
const NEAR = 200;

function parsed(literal: string): string | null {
  try {
    return String(JSON.parse(literal));
  } catch {
    // Another text that only looks like a comment.
    return null;
  }
}
