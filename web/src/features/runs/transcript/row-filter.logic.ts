import { displayText, firstLine } from "./display-text.logic.ts";
import type { Row } from "./rows.logic.ts";
import { endWords } from "./run-words.logic.ts";
import { toolDetail } from "./tool-detail.logic.ts";
import { toolKind } from "./tool-kind.logic.ts";

export const CHIPS = ["messages", "files", "commands", "failed"] as const;
export type Chip = (typeof CHIPS)[number];

export type RowFilter = { chips: readonly Chip[]; text: string };

export const NO_FILTER: RowFilter = { chips: [], text: "" };

export function isFiltering({ chips, text }: RowFilter): boolean {
  return chips.length > 0 || text !== "";
}

export function toggled({ chips, text }: RowFilter, chip: Chip): RowFilter {
  const others = chips.filter((other) => other !== chip);
  return { text, chips: others.length < chips.length ? others : [...chips, chip] };
}

/** Equal filters have equal keys, whatever the order in which their parts were chosen. */
export function filterKey({ chips, text }: RowFilter): string {
  return `${chips.toSorted().join(" ")} ${text}`;
}

/**
 * Matches rows of any chosen kind (all kinds if none is chosen) that have failed, if asked for, and
 * contain the text.
 */
export function createMatcher({ chips, text }: RowFilter): (row: Row) => boolean {
  const kinds = chips.filter((chip) => chip !== "failed");
  const needle = needleOf(text);
  return (row) => {
    if (kinds.length > 0 && !kinds.some((chip) => isOfKind(row, chip))) return false;
    if (chips.includes("failed") && !hasFailed(row)) return false;
    return needle === null || textsOf(row).some((part) => needle.test(part));
  };
}

function needleOf(text: string): RegExp | null {
  return text === "" ? null : new RegExp(text.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&"), "iu");
}

function isOfKind(row: Row, chip: Exclude<Chip, "failed">): boolean {
  switch (chip) {
    case "messages":
      return row.kind === "text";
    case "commands":
      return row.kind === "tool" && toolKind(row.call.name) === "command";
    case "files":
      return row.kind === "tool"
        ? FILE_KINDS.has(toolKind(row.call.name))
        : row.kind === "event" && row.event.type === "file_change";
    default:
      return chip satisfies never;
  }
}

const FILE_KINDS: ReadonlySet<string> = new Set(["read", "search", "edit", "write"]);

function hasFailed(row: Row): boolean {
  if (row.kind === "tool") return row.result?.is_error ?? false;
  if (row.kind === "result") return row.result.is_error;
  if (row.kind !== "event" || row.event.type !== "finished") return false;
  return row.event.status === "failed" || row.event.status === "lost";
}

/** The texts of a row, part by part, including its folds. */
function textsOf(row: Row): string[] {
  switch (row.kind) {
    case "text":
      return [...row.texts];
    case "stderr":
      return [row.text];
    case "tool":
      return [row.call.name, ...textsIn(row.call.input), row.result?.output ?? ""];
    case "group":
      return row.tools.flatMap((tool) => textsOf({ ...tool }));
    case "result":
      return [row.result.output];
    case "event":
      return textsOfEvent(row.event);
    case "gap":
      return [];
    default:
      return row satisfies never;
  }
}

type SingleEvent = Extract<Row, { kind: "event" }>["event"];

function textsOfEvent(event: SingleEvent): string[] {
  switch (event.type) {
    case "started":
      return event.cwd === null ? [] : [event.cwd];
    case "thinking":
    case "notice":
      return [event.text];
    case "file_change":
      return [event.path];
    case "raw":
      return [event.line];
    case "finished":
      return [
        endWords(event.status, event.failure_kind, event.exit_code),
        ...(event.message === null ? [] : [event.message]),
      ];
    default:
      return event satisfies never;
  }
}

/** The texts in a tool's input. Not recursive: it may be nested deeper than the stack. */
function textsIn(input: unknown): string[] {
  const texts: string[] = [];
  const waiting = [input];
  for (const value of waiting) {
    if (typeof value === "string") texts.push(value);
    else if (typeof value === "number" || typeof value === "boolean") texts.push(String(value));
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value));
  }
  return texts;
}

/** A row as text, for the clipboard. */
export function rowText(row: Row): string {
  return textsOf(row)
    .filter((part) => part.trim() !== "")
    .map((part) => displayText(part).trimEnd())
    .join(row.kind === "text" ? "\n\n" : "\n");
}

/** The searchable text of a row that is visible while it is folded. */
function inSight(row: Row): string {
  switch (row.kind) {
    case "text":
      return row.texts.join("\n");
    case "stderr":
      return row.text;
    case "tool":
      return toolDetail(row.call.name, row.call.input).subject;
    case "event":
      return row.event.type === "thinking" || row.event.type === "raw"
        ? firstLine(textsOfEvent(row.event)[0] ?? "")
        : textsOfEvent(row.event).join("\n");
    case "group":
    case "result":
    case "gap":
      return "";
    default:
      return row satisfies never;
  }
}

/** How much of the line before a match is shown. */
const BEFORE = 40;
const AFTER = 120;

export type Snippet = { before: string; found: string; after: string };

/**
 * The line of a folded row that contains the text. Null if the match is visible anyway, or without
 * a search.
 */
export function snippetOf(row: Row, text: string): Snippet | null {
  const needle = needleOf(text);
  if (needle === null || needle.test(inSight(row))) return null;
  for (const part of textsOf(row)) {
    const match = needle.exec(part);
    if (match === null) continue;
    const from = Math.max(part.lastIndexOf("\n", match.index) + 1, match.index - BEFORE);
    const end = match.index + match[0].length;
    const lineEnd = part.indexOf("\n", end);
    const to = Math.min(lineEnd === -1 ? part.length : lineEnd, end + AFTER);
    return {
      before: displayText(part.slice(from, match.index).toWellFormed()).trimStart(),
      found: displayText(match[0]),
      after: displayText(part.slice(end, to).toWellFormed()),
    };
  }
  return null;
}
