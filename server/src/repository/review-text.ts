import type { ReviewComment } from "@malamar/contract/changes.ts";
import { MOST_QUOTED_LINES } from "@malamar/contract/plain/changes.ts";

/** Beyond this, a minified line says nothing. */
const LONGEST_LINE = 300;

/** How git shortens the id of a commit. */
const SHORT_ID = 7;

/** A comment on lines, with those lines. */
export interface QuotedComment extends ReviewComment {
  /** The file with the lines: a renamed file had another path before. */
  quotedPath: string;
  lines: readonly string[];
}

interface Review {
  /** The commit of the checkpoint that was reviewed. */
  checkpoint: string;
  /** The commit that it was compared with. */
  from: string;
  text: string | undefined;
  comments: readonly QuotedComment[];
}

/**
 * Joins all line comments into one. Agents can rely on its form: files ordered by path, lines from
 * top to bottom, each with a quote and what was said about it.
 */
export function reviewText({ checkpoint, from, text = "", comments }: Review): string {
  const paths = [...new Set(comments.map(({ path }) => path))].toSorted();
  return [
    ...(text.trim() === "" ? [] : [closed(text)]),
    ...(comments.length === 0 ? [] : [summary({ checkpoint, from, comments }, paths.length)]),
    ...paths.flatMap((path) => [
      `### ${code(path)}`,
      ...comments
        .filter((comment) => comment.path === path)
        .toSorted((a, b) => a.line - b.line || a.side.localeCompare(b.side))
        .flatMap(commentText),
    ]),
  ].join("\n\n");
}

function summary(
  { checkpoint, from, comments }: Pick<Review, "checkpoint" | "from" | "comments">,
  files: number,
): string {
  const what = `${counted(comments.length, "comment")} on ${counted(files, "file")}`;
  const before = comments.some(({ side, quote }) => side === "old" && quote === undefined)
    ? ` What is marked as before is from ${short(from)}.`
    : "";
  const outdated = comments.some(({ quote }) => quote !== undefined)
    ? " What is marked as outdated has changed since."
    : "";
  return `${what}, at checkpoint ${short(checkpoint)}.${before}${outdated}`;
}

function commentText(comment: QuotedComment): string[] {
  const { path, side, line, end_line = line, text, lines, quotedPath, quote } = comment;
  const place = line === end_line ? `Line ${line}` : `Lines ${line} to ${end_line}`;
  const moved = quotedPath === path ? "" : ` in ${code(quotedPath)}`;
  const before = side === "old" ? `, before${moved}` : "";
  const outdated = quote === undefined ? "" : ", outdated";
  return [`**${place}${before}${outdated}**`, ...fenced(lines), closed(text)];
}

/** A quote that nothing in it can end. */
function fenced(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST_QUOTED_LINES).map((line) => {
    const plain = line.replace(/\r$/, "");
    return plain.length > LONGEST_LINE ? `${plain.slice(0, LONGEST_LINE)}…` : plain;
  });
  const fence = "`".repeat(Math.max(3, longestRun(shown.join("\n")) + 1));
  return [[fence, ...shown, fence].join("\n")];
}

/** As inline code, whatever backticks and control characters the path contains. */
function code(path: string): string {
  const plain = path.replaceAll(/\p{Cc}/gu, "\ufffd");
  const ticks = "`".repeat(longestRun(plain) + 1);
  const space = /^[` ]|[` ]$/.test(plain) ? " " : "";
  return ticks + space + plain + space + ticks;
}

function short(id: string): string {
  return code(id.slice(0, SHORT_ID));
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Closes a code block that someone left open: it would swallow everything after it. */
function closed(text: string): string {
  const open = openFence(text);
  return open === null ? text.trim() : `${text.trim()}\n${open}`;
}

function openFence(text: string): string | null {
  let open: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, fence, rest] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined || rest === undefined) continue;
    if (open === null) {
      // After backticks, more backticks are inline code.
      if (fence.startsWith("~") || !rest.includes("`")) open = fence;
    } else if (fence[0] === open[0] && fence.length >= open.length && rest.trim() === "") {
      open = null;
    }
  }
  return open;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
