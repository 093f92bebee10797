import { cn } from "#lib/cn.ts";
import { Code } from "./code.tsx";
import type { SideColours } from "./colours.ts";
import type { LineKind, PatchLine, Side } from "./patch.logic.ts";

type LookProps = {
  colours: SideColours;
  isWrapped: boolean;
  /** Whether there are line numbers, and whether they can be pressed. */
  numbers: "none" | "buttons";
};

type UnifiedLineProps = LookProps & { line: PatchLine; twin: PatchLine | null };

const ROW = "flex min-h-(--line) font-mono text-sm leading-(--line) [tab-size:4]";

const GROUNDS: Readonly<Record<LineKind, string>> = {
  context: "",
  added: "bg-added",
  removed: "bg-removed",
};

/** A line of a diff in one column: its numbers before and after, its sign, its text. */
export function UnifiedLine({ line, twin, ...look }: UnifiedLineProps) {
  return (
    <div className={cn("group/line", ROW, GROUNDS[line.kind])}>
      {look.numbers === "buttons" && (
        <>
          <LineNumber
            kind={line.kind}
            side="old"
            number={line.old}
            // Where there is little room, one number is enough.
            className={line.new === null ? PLUS : "hidden @lg:flex"}
          />
          <LineNumber
            kind={line.kind}
            side="new"
            number={line.new}
            className={line.new === null ? "hidden @lg:flex" : PLUS}
          />
        </>
      )}
      <Sign kind={line.kind} />
      <Code line={line} twin={twin} colours={look.colours} isWrapped={look.isWrapped} />
    </div>
  );
}

type SplitLineProps = LookProps & { left: PatchLine | null; right: PatchLine | null };

/** Two versions of a line next to each other. */
export function SplitLine({ left, right, ...look }: SplitLineProps) {
  return (
    <div className={ROW}>
      <Half side="old" line={left} twin={right} {...look} />
      <Half side="new" line={right} twin={left} {...look} />
    </div>
  );
}

type HalfProps = LookProps & { side: Side; line: PatchLine | null; twin: PatchLine | null };

function Half({ side, line, twin, ...look }: HalfProps) {
  const edge = side === "new" && "border-l";
  if (line === null) return <div className={cn("w-1/2 bg-surface", edge)} />;
  return (
    <div className={cn("group/line flex w-1/2 min-w-0", GROUNDS[line.kind], edge)}>
      {look.numbers === "buttons" && (
        <LineNumber kind={line.kind} side={side} number={line[side]} className={PLUS} />
      )}
      <Sign kind={line.kind} />
      <Code line={line} twin={twin} colours={look.colours} isWrapped={look.isWrapped} />
    </div>
  );
}

const NUMBER_GROUNDS: Readonly<Record<LineKind, string>> = {
  context: "",
  added: "bg-added-mark",
  removed: "bg-removed-mark",
};

const NUMBER =
  "flex w-[calc(var(--digits)*1ch+1rem)] shrink-0 items-start justify-end px-2 text-muted select-none";

/** Shows where to press, over the sign of the line that is pointed at. */
const PLUS =
  "relative after:absolute after:top-0 after:left-full after:z-1 after:hidden after:h-(--line) after:w-5 after:items-center after:justify-center after:rounded-sm after:bg-primary after:font-semibold after:text-on-primary after:content-['+'] group-hover/line:after:flex pointer-coarse:after:content-none";

type LineNumberProps = {
  kind: LineKind;
  side: Side;
  number: number | null;
  className?: string | undefined;
};

/**
 * Writes a comment when it is pressed: the list listens for that. With the keyboard, a comment is
 * begun on the marked line, because thousands of buttons on the way would help nobody.
 */
function LineNumber({ kind, side, number, className }: LineNumberProps) {
  if (number === null) return <span className={cn(NUMBER, NUMBER_GROUNDS[kind], className)} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-side={side}
      data-line={number}
      aria-label={`Comment on ${side === "old" ? "old " : ""}line ${number}`}
      className={cn(NUMBER, "hover:text-foreground", NUMBER_GROUNDS[kind], className)}
    >
      {number}
    </button>
  );
}

function Sign({ kind }: { kind: LineKind }) {
  if (kind === "context") return <span aria-hidden className="w-5 shrink-0" />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sign that is a character
    <span role="img" aria-label={kind} className="w-5 shrink-0 text-center select-none">
      {kind === "added" ? "+" : "−"}
    </span>
  );
}
