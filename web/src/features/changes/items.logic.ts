import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { Patch } from "#components/diff/patch.logic.ts";
import {
  lineOn,
  rowsOf,
  type DiffRow,
  type Layout,
  type Revealed,
} from "#components/diff/rows.logic.ts";
import type { LineDraft, LineRange } from "#lib/line-drafts.logic.ts";
import { changedLines, fileKind, hasPatch, isTooLarge, noteOf, wordsFor } from "./files.logic.ts";
import { isOnItsWay, type Loaded } from "./near-loader.ts";

/** A patch as it was read. */
export type ReadPatch = { patch: Patch; isTooLarge: boolean };

/**
 * Where a draft belongs in what is shown: its lines, or why it has none. Those may still be looked
 * for, be gone, or be in other changes than these.
 */
export type DraftPlace = LineRange | "looking" | "outdated" | "elsewhere";

export type PlacedDraft = { draft: LineDraft; at: DraftPlace };

/** The lines of a draft, as far as anyone knows. Null if it has none here. */
export function rangeOf({ draft, at }: PlacedDraft): LineRange | null {
  if (at === "looking") return { line: draft.line, end_line: draft.end_line };
  return typeof at === "string" ? null : at;
}

type Unkeyed =
  | { kind: "header" }
  | { kind: "row"; row: DiffRow }
  /** Its patch is not there yet. About as high as that. */
  | { kind: "waiting"; lines: number }
  | { kind: "failed"; what: "changes" | "lines"; error: unknown }
  /** About the file, or instead of its lines. */
  | { kind: "words"; words: string }
  | { kind: "too large" }
  | { kind: "picture" }
  | { kind: "draft"; placed: PlacedDraft; /** Its line is not among the rows. */ isApart: boolean }
  | { kind: "editor"; placed: PlacedDraft }
  | { kind: "end" };

/** One thing in the list of all files. */
export type Item = Unkeyed & { key: string };

export type FileView = {
  file: ChangedFile;
  /** A short name, the same as long as the file's content is the same. */
  id: string;
  isOpen: boolean;
  patch: Loaded<ReadPatch> | undefined;
  /** The whole new text, where the user asked for more of it. */
  text: Loaded<readonly string[]> | undefined;
  revealed: Revealed;
  layout: Layout;
  context: number;
  ignoresSpace: boolean;
  /** Its header has no room for all that is known of it. */
  isNarrow: boolean;
  placed: readonly PlacedDraft[];
  /** The draft that is being written. */
  editing: string | null;
  /** How many rows it had when its patch was there before. */
  lastRows: number | null;
};

/** Everything that is shown of a file, from top to bottom. */
export function itemsOf(view: FileView): Item[] {
  const { id, isOpen } = view;
  const body = isOpen ? withDrafts(bodyOf(view), view) : [];
  return [
    { kind: "header", key: `${id} header` },
    ...body.map((item, at) => ({ ...item, key: `${id} ${keyOf(item, at)}` })),
    { kind: "end", key: `${id} end` },
  ];
}

function keyOf(item: Unkeyed, at: number): string {
  switch (item.kind) {
    case "row":
      return item.row.key;
    case "draft":
    case "editor":
      return `draft ${item.placed.draft.key}`;
    case "header":
    case "waiting":
    case "failed":
    case "words":
    case "too large":
    case "picture":
    case "end":
      return `${item.kind} ${at}`;
    default:
      return item satisfies never;
  }
}

/** What git shows around one change. */
const CONTEXT = 6;

/** About as long as lines of code are. */
const LINE_BYTES = 30;

/** How many lines a file is going to have, so that little moves when they come. */
function expectedLines(file: ChangedFile): number {
  if (file.status === "added" || file.status === "deleted") return changedLines(file);
  const others = (file.new_size ?? 0) / LINE_BYTES - (file.additions ?? 0);
  return changedLines(file) + Math.max(0, Math.min(CONTEXT, Math.floor(others)));
}

function bodyOf(view: FileView): Unkeyed[] {
  const note = view.isNarrow ? noteOf(view.file) : null;
  return [...(note === null ? [] : [{ kind: "words", words: note } as const]), ...linesOf(view)];
}

function linesOf(view: FileView): Unkeyed[] {
  const { file, patch, text, revealed, layout, context, ignoresSpace, lastRows } = view;
  const words: Unkeyed = { kind: "words", words: wordsFor(file, { ignoresSpace }) };
  const kind = fileKind(file);
  if (kind === "picture") return [{ kind }];
  if (kind !== "text") return [words];
  if (isTooLarge(file)) return [{ kind: "too large" }];
  if (!hasPatch(file)) return [words];
  if (isOnItsWay(patch)) {
    return [{ kind: "waiting", lines: lastRows ?? expectedLines(file) }];
  }
  if (patch.phase === "failed") return [{ kind: "failed", what: "changes", error: patch.error }];
  if (patch.value.isTooLarge) return [{ kind: "too large" }];
  const newLines = text?.phase === "ready" ? text.value : null;
  const rows = rowsOf(patch.value.patch, { layout, newLines, revealed, context });
  if (rows.length === 0) return [words];
  return rows.flatMap((row): Unkeyed[] => {
    const isAskedFor = row.kind === "gap" && revealed.has(row.index);
    if (!isAskedFor || text?.phase !== "failed") return [{ kind: "row", row }];
    return [
      { kind: "row", row },
      { kind: "failed", what: "lines", error: text.error },
    ];
  });
}

/** Puts each draft below its last line. Those without one in sight come first. */
function withDrafts(body: readonly Unkeyed[], { placed, editing }: FileView): Unkeyed[] {
  if (placed.length === 0) return [...body];
  const left = new Set(placed);
  const items: Unkeyed[] = [];
  for (const item of body) {
    items.push(item);
    if (item.kind !== "row") continue;
    for (const one of left) {
      if (!isBelow(item.row, one)) continue;
      left.delete(one);
      items.push(drawn(one, editing, false));
    }
  }
  return [...[...left].map((one) => drawn(one, editing, true)), ...items];
}

function isBelow(row: DiffRow, placed: PlacedDraft): boolean {
  const { side } = placed.draft;
  const range = rangeOf(placed);
  return range !== null && lineOn(row, side)?.[side] === range.end_line;
}

function drawn(placed: PlacedDraft, editing: string | null, isApart: boolean): Unkeyed {
  if (placed.draft.key === editing) return { kind: "editor", placed };
  return { kind: "draft", placed, isApart };
}

/** A file in the list. */
export type Section = {
  file: ChangedFile;
  id: string;
  isOpen: boolean;
  /** Why it is folded at first. */
  reason: string | null;
  items: readonly Item[];
  /** The characters of its longest line, and its last line number. */
  longest: number;
  lastLine: number;
  /** The number of its first item in the list. */
  start: number;
};

/** All files, one below the other. */
export type Model = { sections: readonly Section[]; count: number };

export function modelOf(files: readonly Omit<Section, "start">[]): Model {
  let count = 0;
  const sections = files.map((file) => {
    const start = count;
    count += file.items.length;
    return { ...file, start };
  });
  return { sections, count };
}

/** Which section was found last: the next question is mostly about the same one, or the next. */
const lastFound = new WeakMap<Model, number>();

/** Which section an item of the list belongs to. */
export function sectionIndex(model: Model, index: number): number {
  const { sections } = model;
  const last = lastFound.get(model) ?? 0;
  for (const near of [last, last + 1]) {
    const section = sections[near];
    if (section === undefined || index < section.start) continue;
    if (index >= section.start + section.items.length) continue;
    if (near !== last) lastFound.set(model, near);
    return near;
  }
  const found = searched(sections, index);
  lastFound.set(model, found);
  return found;
}

function searched(sections: readonly Section[], index: number): number {
  let from = 0;
  let to = sections.length - 1;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (sections[middle]!.start <= index) from = middle;
    else to = middle - 1;
  }
  return from;
}

export function itemAt(model: Model, index: number): Item {
  const section = model.sections[sectionIndex(model, index)]!;
  return section.items[index - section.start]!;
}
