/** Colours, cursor moves, titles and links of a terminal: they mean nothing on a page. */
const ANSI =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])|\u009B[0-?]*[ -/]*[@-~]/g;

/** Characters that draw nothing, or whatever a browser makes of them. Tab and line end stay. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

/** A text of a CLI or a tool as it can be shown. */
export function displayText(text: string): string {
  return text.replaceAll(ANSI, "").replaceAll(/\r\n?/g, "\n").replaceAll(CONTROLS, "");
}

/** More than fits into a line of any window. */
const PREVIEW_LENGTH = 240;

/** Enough for a line even if colours take most of it; cleaning 64 KiB for one line would be a waste. */
const PREVIEW_SOURCE_LENGTH = 4_000;

/** The first line that says something. */
export function firstLine(text: string): string {
  const lines = displayText(text.slice(0, PREVIEW_SOURCE_LENGTH)).split("\n");
  const line = lines.find((candidate) => candidate.trim() !== "")?.trim() ?? "";
  return line.length > PREVIEW_LENGTH ? `${line.slice(0, PREVIEW_LENGTH)}…` : line;
}

/** What tools call the thing that they are about, the most telling first. */
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

/** One line of what a tool was given: its command, its path, or the first text in it. */
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

/** The whole of what a tool was given. */
export function inputText(input: unknown): string {
  if (typeof input === "string") return displayText(input);
  if (input === null || input === undefined) return "";
  const fields: unknown[] = Object.values(input);
  // A command alone reads better without the JSON around it.
  if (fields.length === 1 && typeof fields[0] === "string") return displayText(fields[0]);
  // Line ends within its texts stay escaped: it is JSON, and reads as such.
  return displayText(JSON.stringify(input, null, 2));
}

/** About two windows full; the rest comes on demand. */
const CUT_LENGTH = 4_000;
const CUT_LINES = 60;

/** The beginning of a long text, and how much of it is left out. */
export function cutText(text: string): { shown: string; left: number } {
  let end = 0;
  for (let line = 0; line < CUT_LINES && end !== -1; line++) end = text.indexOf("\n", end + 1);
  const cut = Math.min(end === -1 ? text.length : end, CUT_LENGTH);
  // A little more than that is not worth a button.
  if (text.length <= cut * 1.2) return { shown: text, left: 0 };
  const isHalf = /[\uD800-\uDBFF]$/.test(text.slice(0, cut));
  const shown = text.slice(0, isHalf ? cut - 1 : cut);
  return { shown, left: text.length - shown.length };
}

/** Beyond this a text of an agent is shown as it is, without reading it as Markdown. */
const MAX_MARKDOWN_LENGTH = 16_000;

/** What looks the same with and without Markdown: most of what agents say in between. */
const PLAIN = /^[\p{L}\p{N} .,;?'"()…–—’“”/%$]*$/u;

/** Beyond this reading it takes so long that several in one frame would be felt. */
const LONG_MARKDOWN_LENGTH = 3_000;

/** How a text of an agent is shown. The plain way costs a fraction of the others. */
export function lookOf(text: string): "plain" | "markdown" | "long markdown" | "verbatim" {
  if (text.length > MAX_MARKDOWN_LENGTH) return "verbatim";
  if (text.length > LONG_MARKDOWN_LENGTH) return "long markdown";
  // A line can begin like "1. " or "    ", and an address is a link.
  const isPlain = PLAIN.test(text) && !/^(?: {4}|\d+[.)])|www\./.test(text);
  return isPlain ? "plain" : "markdown";
}
