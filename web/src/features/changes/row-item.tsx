import { memo } from "react";
import { ArrowDown, ArrowUp, UnfoldVertical } from "lucide-react";
import { SplitLine, UnifiedLine } from "#components/diff/diff-line.tsx";
import type { SideColours } from "#components/diff/colours.ts";
import type { DiffRow } from "#components/diff/rows.logic.ts";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { cn } from "#lib/cn.ts";
import { counted } from "#lib/format.ts";

/** Lines shown by one press. */
const STEP = 20;

export type Reveal = (
  contentKey: string,
  gap: number,
  more: { above: number; below: number },
) => void;

type RowItemProps = {
  row: DiffRow;
  contentKey: string;
  colours: SideColours;
  isWrapped: boolean;
  /** The marked line, for the keyboard. */
  isCurrent: boolean;
  /** Among the lines that a comment will be about. */
  isSelected: boolean;
  /** Null where the hidden lines cannot be shown. */
  onReveal: Reveal | null;
};

/** A row of a diff. Memoized: of all rows in sight, a key press changes two. */
export const RowItem = memo(function RowItem(props: RowItemProps) {
  const { row, colours, isWrapped, isCurrent, isSelected } = props;
  if (row.kind === "gap") return <GapRow {...props} gap={row} />;
  return (
    <div
      className={cn(
        isSelected &&
          "shadow-[inset_3px_0_0_var(--primary)] forced-colors:outline-1 forced-colors:-outline-offset-1",
        isCurrent && "outline-2 -outline-offset-2",
      )}
    >
      {row.kind === "line" ? (
        <UnifiedLine
          line={row.line}
          twin={row.twin}
          colours={colours}
          isWrapped={isWrapped}
          numbers="buttons"
        />
      ) : (
        <SplitLine
          left={row.left}
          right={row.right}
          colours={colours}
          isWrapped={isWrapped}
          numbers="buttons"
        />
      )}
    </div>
  );
});

type GapRowProps = Pick<RowItemProps, "contentKey" | "onReveal"> & {
  gap: Extract<DiffRow, { kind: "gap" }>;
};

/** Unchanged lines that are not shown. */
function GapRow({ gap, contentKey, onReveal }: GapRowProps) {
  const { index, hidden, heading, isLast } = gap;
  const reveal = (above: number, below: number) => onReveal?.(contentKey, index, { above, below });
  const isFew = hidden !== null && hidden <= 2 * STEP;
  return (
    <div className="sticky left-0 flex h-(--gap) w-(--pane) items-center gap-1 bg-surface px-2 text-xs text-muted">
      {onReveal !== null && !isFew && (
        <>
          {index > 0 && (
            <RevealButton
              icon={ArrowDown}
              label={`Show ${STEP} more lines below the change above`}
              onClick={() => reveal(STEP, 0)}
            />
          )}
          {!isLast && (
            <RevealButton
              icon={ArrowUp}
              label={`Show ${STEP} more lines above the next change`}
              onClick={() => reveal(0, STEP)}
            />
          )}
        </>
      )}
      {onReveal !== null && hidden !== null && (
        <RevealButton
          icon={UnfoldVertical}
          label={`Show all ${counted(hidden, "unchanged line")}`}
          onClick={() => reveal(hidden, 0)}
        />
      )}
      <span className="shrink-0 tabular-nums">
        {hidden === null ? "Unchanged lines" : counted(hidden, "unchanged line")}
      </span>
      <span className="min-w-0 truncate font-mono">{heading}</span>
    </div>
  );
}

type RevealButtonProps = { icon: typeof ArrowDown; label: string; onClick: () => void };

function RevealButton({ icon: Icon, label, onClick }: RevealButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        onClick={onClick}
        className="size-6 [&_svg]:size-3.5"
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}
