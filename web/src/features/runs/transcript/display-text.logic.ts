/** Terminal sequences for colours, cursor moves, titles and links. They mean nothing on a page. */
const ANSI =
  // oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])|\u009B[0-?]*[ -/]*[@-~]/g;

/** Characters that are invisible or depend on the browser. Tabs and line ends stay. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for control characters
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** Makes the text of a CLI or a tool safe to show. */
export function displayText(text: string): string {
  return text.replaceAll(ANSI, "").replaceAll(/\r\n?/g, "\n").replaceAll(CONTROLS, "");
}

/** More than one line of any window. */
const PREVIEW_LENGTH = 240;

/**
 * Enough for a line even if colour codes take most of it. Cleaning 64 KiB for one line would be
 * wasteful.
 */
const PREVIEW_SOURCE_LENGTH = 4_000;

/** The first non-empty line. */
export function firstLine(text: string): string {
  const lines = displayText(text.slice(0, PREVIEW_SOURCE_LENGTH)).split("\n");
  const line = lines.find((candidate) => candidate.trim() !== "")?.trim() ?? "";
  return line.length > PREVIEW_LENGTH ? `${line.slice(0, PREVIEW_LENGTH)}…` : line;
}

/** The field names that tools use for their subject, the most telling first. */
const TELLING = [
  "command",
  "cmd",
  "file_path",
  "filePath",
  "absolute_path",
  "path",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
];

/** One line from a tool's input: its command, its path, or the first text in it. */
export function inputPreview(input: unknown): string {
  if (typeof input === "string") return firstLine(input);
  if (Array.isArray(input)) return firstLine(input.map(wordOf).filter(Boolean).join(" "));
  if (typeof input !== "object" || input === null) return input === null ? "" : wordOf(input);
  const fields = new Map<string, unknown>(Object.entries(input));
  const telling = TELLING.map((name) => fields.get(name)).find(isSomething);
  const found = telling ?? [...fields.values()].find(isSomething);
  if (found !== undefined) return inputPreview(found);
  return firstLine([...fields].map(([name, value]) => `${name}: ${wordOf(value)}`).join(", "));
}

function isSomething(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return Array.isArray(value) && value.some((part) => typeof part === "string" && part !== "");
}

function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return value === null || value === undefined ? "" : "…";
}

/** The full input of a tool. */
export function inputText(input: unknown): string {
  if (typeof input === "string") return displayText(input);
  if (input === null || input === undefined) return "";
  const fields: unknown[] = Object.values(input);
  // A lone command reads better without JSON around it.
  if (fields.length === 1 && typeof fields[0] === "string") return displayText(fields[0]);
  // Line ends within its strings stay escaped, because it is JSON.
  return displayText(JSON.stringify(input, null, 2));
}

/** About two windows. The rest loads on demand. */
const CUT_LENGTH = 4_000;
export const CUT_LINES = 60;

/** The beginning of a long text, and the length of the rest. */
export function cutText(text: string): { shown: string; left: number } {
  let end = 0;
  for (let line = 0; line < CUT_LINES && end !== -1; line++) end = text.indexOf("\n", end + 1);
  const cut = Math.min(end === -1 ? text.length : end, CUT_LENGTH);
  // A slightly longer text is not worth a button.
  if (text.length <= cut * 1.2) return { shown: text, left: 0 };
  const isHalf = /[\uD800-\uDBFF]$/.test(text.slice(0, cut));
  const shown = text.slice(0, isHalf ? cut - 1 : cut);
  return { shown, left: text.length - shown.length };
}

/** An agent's text longer than this is shown verbatim and not as Markdown. */
const MAX_MARKDOWN_LENGTH = 16_000;

/** Text that looks the same with and without Markdown, as most short messages of agents do. */
const PLAIN = /^[\p{L}\p{N} .,;?'"()…–—’“”/%$]*$/u;

/** Longer texts take so long to parse that several in one frame would be noticeable. */
const LONG_MARKDOWN_LENGTH = 3_000;

/** How to show an agent's text. Plain costs a fraction of the others. */
export function lookOf(text: string): "plain" | "markdown" | "long markdown" | "verbatim" {
  if (text.length > MAX_MARKDOWN_LENGTH) return "verbatim";
  if (text.length > LONG_MARKDOWN_LENGTH) return "long markdown";
  // A line may start like "1. " or "    ", and an address becomes a link.
  const isPlain = PLAIN.test(text) && !/^(?: {4}|\d+[.)])|www\./.test(text);
  return isPlain ? "plain" : "markdown";
}
