import { cn } from "#lib/cn.ts";

type ChangeFiguresProps = {
  /** Null where lines are not counted, as in a picture. */
  additions: number | null;
  deletions: number | null;
  className?: string;
};

/** "+340 −25". What is zero is left out. */
export function ChangeFigures({ additions, deletions, className }: ChangeFiguresProps) {
  if (additions === null || deletions === null || additions + deletions === 0) return null;
  return (
    <span className={cn("flex shrink-0 gap-1.5 font-mono text-xs tabular-nums", className)}>
      {additions > 0 && (
        <span className="text-status-done">
          +{additions.toLocaleString()}
          <span className="sr-only"> added</span>
        </span>
      )}
      {deletions > 0 && (
        <span className="text-error">
          −{deletions.toLocaleString()}
          <span className="sr-only"> removed</span>
        </span>
      )}
    </span>
  );
}
