import { useEffect, useMemo, useState } from "react";
import { counted } from "#lib/format.ts";
import { colourSides, NO_COLOURS } from "./colours.ts";
import { UnifiedLine } from "./diff-line.tsx";
import { sidesOf, type Patch } from "./patch.logic.ts";
import { NOTHING_REVEALED, rowsOf, type DiffRow } from "./rows.logic.ts";

type DiffBlockProps = {
  /** The name of the file, for its colours. */
  path: string;
  patch: Patch;
  /** Shown at first. */
  most: number;
  isOpen: boolean;
  onToggle: () => void;
};

/** More than anyone reads here, and every line is drawn. */
const MOST_ROWS = 2_000;

/** A small diff without line numbers, as part of something else. */
export function DiffBlock({ path, patch, most, isOpen, onToggle }: DiffBlockProps) {
  const [colours, setColours] = useState(NO_COLOURS);
  const rows = useMemo(
    () =>
      rowsOf(patch, { layout: "unified", newLines: null, revealed: NOTHING_REVEALED }).filter(
        isWorthShowing,
      ),
    [patch],
  );
  useEffect(() => colourSides(path, sidesOf(patch, null), setColours), [path, patch]);
  // A slightly longer one is not worth a button.
  const isShort = rows.length <= most * 1.2;
  const shown = rows.slice(0, isShort || isOpen ? MOST_ROWS : most);
  const left = rows.length - MOST_ROWS;
  return (
    <div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
        role="group"
        aria-label="Changed lines"
        className="overflow-hidden rounded-md border bg-background py-1 [--line:--spacing(5)]"
      >
        {shown.map((row) => (
          <BlockRow key={row.key} row={row} colours={colours} />
        ))}
        {rows.length === 0 && <p className="px-2 text-sm text-muted">Nothing changed.</p>}
      </div>
      {!isShort && (
        <button
          type="button"
          onClick={onToggle}
          className="hit-area mt-1 rounded-sm text-sm font-medium text-primary hover:underline"
        >
          {isOpen ? "Show less" : `Show all (${counted(rows.length, "line")})`}
        </button>
      )}
      {isOpen && left > 0 && (
        <p className="text-sm text-muted">{counted(left, "more line")} cannot be shown here.</p>
      )}
    </div>
  );
}

/** Its numbers mean nothing in the file, so neither does the number of lines between them. */
function isWorthShowing(row: DiffRow, at: number): boolean {
  return row.kind !== "gap" || (row.hidden !== null && at > 0);
}

function BlockRow({ row, colours }: { row: DiffRow; colours: typeof NO_COLOURS }) {
  if (row.kind === "gap") {
    return (
      <p className="truncate bg-surface px-2 font-mono text-xs leading-5 text-muted">
        … {row.heading}
      </p>
    );
  }
  if (row.kind === "pair") return null;
  return <UnifiedLine line={row.line} twin={row.twin} colours={colours} isWrapped numbers="none" />;
}
