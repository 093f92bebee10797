import { type Patch, type PatchLine, type Side } from "./patch.logic.ts";

export type Layout = "unified" | "split";

export type DiffRow =
  | {
      kind: "line";
      key: string;
      line: PatchLine;
      /** The line that it replaced, or that replaced it. */
      twin: PatchLine | null;
    }
  | { kind: "pair"; key: string; left: PatchLine | null; right: PatchLine | null }
  | {
      kind: "gap";
      key: string;
      /** Which one, from the top. */
      index: number;
      /** How many lines are hidden. Null: up to an end that is not known. */
      hidden: number | null;
      heading: string;
      /** No change follows. */
      isLast: boolean;
    };

/** How many lines of a gap are shown after what is above it, and before what is below it. */
export type Revealed = ReadonlyMap<number, { above: number; below: number }>;

export const NOTHING_REVEALED: Revealed = new Map();

type RowsOptions = {
  layout: Layout;
  /** The whole new text. Null as long as it is not needed. */
  newLines: readonly string[] | null;
  revealed: Revealed;
  /** How many unchanged lines were asked for around each change. */
  context?: number;
};

/** What git shows if it is not asked for more. */
const CONTEXT = 3;

/** The rows of a file: its hunks, and what of the lines between them was asked for. */
export function rowsOf(
  patch: Patch,
  { layout, newLines, revealed, context = CONTEXT }: RowsOptions,
): DiffRow[] {
  const rows: DiffRow[] = [];
  const drawn = layout === "unified" ? unified : split;
  for (const [index, hunk] of patch.hunks.entries()) {
    const { hidden, above, below } = gapBefore(patch, index, { newLines, revealed });
    rows.push(...drawn(above));
    if (hidden > 0) {
      const { heading } = hunk;
      rows.push({ kind: "gap", key: `gap ${index}`, index, hidden, heading, isLast: false });
    }
    rows.push(...drawn(below), ...drawn(hunk.lines));
  }
  const { hidden, above } = gapAfter(patch, { newLines, revealed, context });
  rows.push(...drawn(above));
  if (hidden !== 0) {
    const index = patch.hunks.length;
    rows.push({ kind: "gap", key: `gap ${index}`, index, hidden, heading: "", isLast: true });
  }
  return rows;
}

type Known = Pick<RowsOptions, "newLines" | "revealed">;

function gapBefore(patch: Patch, index: number, { newLines, revealed }: Known) {
  const hunk = patch.hunks[index]!;
  const from = patch.hunks[index - 1]?.newEnd ?? 1;
  const size = Math.max(0, hunk.newStart - from);
  const wish = newLines === null ? undefined : revealed.get(index);
  const shownAbove = Math.min(size, wish?.above ?? 0);
  const shownBelow = Math.min(size - shownAbove, wish?.below ?? 0);
  const shift = hunk.oldStart - hunk.newStart;
  return {
    hidden: size - shownAbove - shownBelow,
    above: contextLines(newLines, from, shownAbove, shift),
    below: contextLines(newLines, hunk.newStart - shownBelow, shownBelow, shift),
  };
}

function gapAfter(patch: Patch, { newLines, revealed, context }: Known & { context: number }) {
  const last = patch.hunks.at(-1);
  if (last === undefined) return { hidden: 0, above: [] };
  if (newLines === null) {
    // Fewer lines than git would show: the file ends there.
    const quiet =
      last.lines.length - 1 - last.lines.findLastIndex(({ kind }) => kind !== "context");
    const isEnd = quiet < context || last.lines.at(-1)?.isUnended === true;
    return { hidden: isEnd ? 0 : null, above: [] };
  }
  const size = Math.max(0, newLines.length - last.newEnd + 1);
  const shown = Math.min(size, revealed.get(patch.hunks.length)?.above ?? 0);
  const above = contextLines(newLines, last.newEnd, shown, last.oldEnd - last.newEnd);
  return { hidden: size - shown, above };
}

function contextLines(
  newLines: readonly string[] | null,
  from: number,
  count: number,
  shift: number,
): PatchLine[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: "context",
    old: from + at + shift,
    new: from + at,
    text: newLines?.[from + at - 1] ?? "",
    hasReturn: false,
    isUnended: false,
  }));
}

function unified(lines: readonly PatchLine[]): DiffRow[] {
  const twins = twinsOf(lines);
  return lines.map((line) => ({
    kind: "line",
    key: `${line.old ?? ""}:${line.new ?? ""}`,
    line,
    twin: twins.get(line) ?? null,
  }));
}

function split(lines: readonly PatchLine[]): DiffRow[] {
  return blocksOf(lines).flatMap((block) =>
    block.kind === "context"
      ? [pairOf(block.line, block.line)]
      : Array.from({ length: Math.max(block.removed.length, block.added.length) }, (_, at) =>
          pairOf(block.removed[at] ?? null, block.added[at] ?? null),
        ),
  );
}

function pairOf(left: PatchLine | null, right: PatchLine | null): DiffRow {
  return { kind: "pair", key: `${left?.old ?? ""}|${right?.new ?? ""}`, left, right };
}

type Block =
  | { kind: "context"; line: PatchLine }
  | { kind: "change"; removed: readonly PatchLine[]; added: readonly PatchLine[] };

/** Removed lines and the added ones that follow them belong together. */
function blocksOf(lines: readonly PatchLine[]): Block[] {
  const blocks: Block[] = [];
  let removed: PatchLine[] = [];
  let added: PatchLine[] = [];
  const close = () => {
    if (removed.length + added.length > 0) blocks.push({ kind: "change", removed, added });
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind !== "added" && added.length > 0) close();
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      close();
      blocks.push({ kind: "context", line });
    }
  }
  close();
  return blocks;
}

function twinsOf(lines: readonly PatchLine[]): Map<PatchLine, PatchLine> {
  const twins = new Map<PatchLine, PatchLine>();
  for (const block of blocksOf(lines)) {
    if (block.kind === "context") continue;
    for (const [at, line] of block.removed.entries()) {
      const twin = block.added[at];
      if (twin === undefined) break;
      twins.set(line, twin).set(twin, line);
    }
  }
  return twins;
}

/** The line of a row on one side. */
export function lineOn(row: DiffRow, side: Side): PatchLine | null {
  if (row.kind === "gap") return null;
  if (row.kind === "line") return row.line[side] === null ? null : row.line;
  return side === "old" ? row.left : row.right;
}

/** Whether a row shows a change. */
export function isChange(row: DiffRow): boolean {
  if (row.kind === "gap") return false;
  return row.kind === "line" ? row.line.kind !== "context" : row.left !== row.right;
}
