import { cn } from "#lib/cn.ts";

type ChangeFiguresProps = {
  /** Null where lines are not counted, as in a picture. */
  additions: number | null;
  deletions: number | null;
  className?: string;
};

/** Shared: making one takes longer than drawing a row, and there are hundreds of figures. */
const figures = new Intl.NumberFormat();

/** "+340 −25". What is zero is left out. */
export function ChangeFigures({ additions, deletions, className }: ChangeFiguresProps) {
  if (additions === null || deletions === null || additions + deletions === 0) return null;
  return (
    <span className={cn("flex shrink-0 gap-1.5 font-mono text-xs tabular-nums", className)}>
      {additions > 0 && (
        <span className="text-status-done">
          +{figures.format(additions)}
          <span className="sr-only"> added</span>
        </span>
      )}
      {deletions > 0 && (
        <span className="text-error">
          −{figures.format(deletions)}
          <span className="sr-only"> removed</span>
        </span>
      )}
    </span>
  );
}
