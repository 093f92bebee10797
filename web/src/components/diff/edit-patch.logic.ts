import { diffArrays } from "diff";
import {
  parsePatch,
  splitLines,
  type Hunk,
  type LineKind,
  type Patch,
  type PatchLine,
} from "./patch.logic.ts";

/** Unchanged lines shown around each change. */
const CONTEXT = 3;

/** Two texts that differ in more lines are shown one after the other. */
const MOST_EDITS = 2_000;

/** The change from one text to another. An unknown text before means that all lines are new. */
export function patchBetween(before: string | null, after: string): Patch {
  const changed = changedLines(splitLines(before ?? ""), splitLines(after));
  return { hunks: hunksOf(changed), isBinary: false };
}

function changedLines(before: readonly string[], after: readonly string[]): PatchLine[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ];
  let old = 1;
  let now = 1;
  return parts.flatMap(({ value, removed, added }) =>
    value.map((text) =>
      lineOf(removed ? "removed" : added ? "added" : "context", text, {
        old: added ? null : old++,
        new: removed ? null : now++,
      }),
    ),
  );
}

function lineOf(
  kind: LineKind,
  text: string,
  numbers: { old: number | null; new: number | null },
): PatchLine {
  return { kind, ...numbers, text, hasReturn: false, isUnended: false };
}

/** Cuts what is unchanged down to a few lines around each change. */
function hunksOf(lines: readonly PatchLine[]): Hunk[] {
  const hunks: Hunk[] = [];
  let from = 0;
  while (from < lines.length) {
    const first = lines.findIndex(({ kind }, at) => at >= from && kind !== "context");
    if (first === -1) break;
    const start = Math.max(from, first - CONTEXT);
    let end = first;
    let quiet = 0;
    while (end < lines.length && quiet <= 2 * CONTEXT) {
      quiet = lines[end]!.kind === "context" ? quiet + 1 : 0;
      end++;
    }
    const stop = end - Math.max(0, quiet - CONTEXT);
    hunks.push(hunkOf(lines, start, stop));
    from = stop;
  }
  return hunks;
}

function hunkOf(lines: readonly PatchLine[], start: number, stop: number): Hunk {
  const own = lines.slice(start, stop);
  const before = lines.slice(0, start);
  const oldStart = 1 + before.filter(({ old }) => old !== null).length;
  const newStart = 1 + before.filter((line) => line.new !== null).length;
  return {
    oldStart,
    newStart,
    oldEnd: oldStart + own.filter(({ old }) => old !== null).length,
    newEnd: newStart + own.filter((line) => line.new !== null).length,
    heading: "",
    lines: own,
  };
}

export type PatchedFile = {
  path: string;
  patch: Patch;
  /** What became of it besides its lines: "Deleted". Null if that is all. */
  note: string | null;
};

/** Reads the patch of an agent's tool. Null for a text that is none. */
export function patchedFiles(text: string): PatchedFile[] | null {
  if (text.startsWith("diff --git ")) return text.split(/^(?=diff --git )/m).map(gitFile);
  return text.startsWith("*** Begin Patch") ? toolFiles(text) : null;
}

/** One file of what git prints. */
function gitFile(text: string): PatchedFile {
  const patch = parsePatch(text);
  const [header = ""] = text.split(/^@@/m, 1);
  const find = (line: RegExp) => line.exec(header)?.[1] ?? null;
  const path =
    find(/^rename from (.+)$/m) ??
    find(/^\+\+\+ b\/(.+?)\t?$/m) ??
    find(/^--- a\/(.+?)\t?$/m) ??
    /^diff --git a\/(.+) b\/\1$/m.exec(header)?.[1] ??
    "";
  return { path, patch, note: gitNote(header, patch, find(/^rename to (.+)$/m)) };
}

function gitNote(header: string, patch: Patch, movedTo: string | null): string | null {
  if (movedTo !== null) return `Moved to ${movedTo}`;
  if (/^deleted file mode /m.test(header)) return "Deleted";
  if (patch.isBinary) return "Binary file";
  if (patch.hunks.length > 0) return null;
  if (/^new file mode /m.test(header)) return "Empty file";
  const mode = /^new mode (\d+)$/m.exec(header)?.[1];
  return mode === undefined ? null : `Mode changed to ${mode}`;
}

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;

const KINDS: Readonly<Record<string, LineKind>> = { "+": "added", "-": "removed", " ": "context" };

type ToolFile = {
  path: string;
  kind: string;
  movedTo: string | null;
  parts: { heading: string; lines: PatchLine[] }[];
};

/** "*** Begin Patch" has no line numbers, so they count from one in each file. */
function toolFiles(text: string): PatchedFile[] {
  const files: ToolFile[] = [];
  let numbers = { old: 1, new: 1 };
  for (const line of splitLines(text)) {
    const [, kind = "", path] = FILE.exec(line) ?? [];
    if (path !== undefined) {
      files.push({ path, kind, movedTo: null, parts: [] });
      numbers = { old: 1, new: 1 };
      continue;
    }
    const file = files.at(-1);
    if (file === undefined) continue;
    if (line.startsWith("***")) {
      file.movedTo ??= MOVE.exec(line)?.[1] ?? null;
      continue;
    }
    if (line.startsWith("@@")) {
      // At least one line is between two parts.
      const skipped = file.parts.length > 0 ? 1 : 0;
      numbers = { old: numbers.old + skipped, new: numbers.new + skipped };
      file.parts.push({ heading: line.slice(2).trim(), lines: [] });
      continue;
    }
    if (file.parts.length === 0) file.parts.push({ heading: "", lines: [] });
    const lineKind = KINDS[line[0] ?? " "] ?? "context";
    file.parts.at(-1)!.lines.push(
      lineOf(lineKind, KINDS[line[0] ?? ""] === undefined ? line : line.slice(1), {
        old: lineKind === "added" ? null : numbers.old++,
        new: lineKind === "removed" ? null : numbers.new++,
      }),
    );
  }
  return files.map(toPatchedFile);
}

function toPatchedFile({ path, kind, movedTo, parts }: ToolFile): PatchedFile {
  const hunks = parts.filter(({ lines }) => lines.length > 0).map(toHunk);
  const isEmptyFile = kind === "Add" && hunks.length === 0;
  const moved = movedTo === null ? null : `Moved to ${movedTo}`;
  const note = kind === "Delete" ? "Deleted" : isEmptyFile ? "Empty file" : moved;
  return { path, patch: { isBinary: false, hunks }, note };
}

function toHunk({ heading, lines }: { heading: string; lines: readonly PatchLine[] }): Hunk {
  const olds = lines.flatMap(({ old }) => (old === null ? [] : [old]));
  const news = lines.flatMap((line) => (line.new === null ? [] : [line.new]));
  const oldStart = olds[0] ?? 1;
  const newStart = news[0] ?? 1;
  return {
    oldStart,
    newStart,
    oldEnd: oldStart + olds.length,
    newEnd: newStart + news.length,
    heading,
    lines,
  };
}
