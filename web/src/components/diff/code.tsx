import { cn } from "#lib/cn.ts";
import type { SideColours } from "./colours.ts";
import type { LineKind, PatchLine } from "./patch.logic.ts";
import { isReordered, MOST_SHOWN, segmentsOf } from "./segments.logic.ts";
import { wordMarks, type Span, type WordMarks } from "./word-marks.logic.ts";

type CodeProps = {
  line: PatchLine;
  /** The line that it replaced, or that replaced it. */
  twin: PatchLine | null;
  colours: SideColours;
  isWrapped: boolean;
};

/** The text of a line in its colours, with the words that changed. */
export function Code({ line, twin, colours, isWrapped }: CodeProps) {
  const { kind, text } = line;
  const side = kind === "removed" ? "old" : "new";
  const segments = segmentsOf(text, {
    colours: colours[side],
    line: (line[side] ?? 1) - 1,
    marks: marksOf(line, twin),
  });
  return (
    <code
      className={cn(
        "min-w-0 flex-1 pr-3",
        isWrapped ? "wrap-any whitespace-pre-wrap" : "whitespace-pre",
      )}
    >
      {segments.map(({ text: part, className, isMarked }, at) =>
        className === null && !isMarked ? (
          part
        ) : (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a line have no other key
            key={at}
            className={cn(className, isMarked && MARKS[kind])}
          >
            {part}
          </span>
        ),
      )}
      {text.length > MOST_SHOWN && (
        <Note>{` … ${(text.length - MOST_SHOWN).toLocaleString()} more characters`}</Note>
      )}
      {isReordered(text) && <Note> hidden characters that reorder this line are shown as �</Note>}
      {kind !== "context" && line.hasReturn !== (twin?.hasReturn ?? false) && (
        <Note>{line.hasReturn ? " CR LF" : " LF"}</Note>
      )}
      {kind !== "context" && line.isUnended && <Note> no newline at end of file</Note>}
    </code>
  );
}

/** Without colours, a mark is underlined. */
const MARK = "rounded-[2px] contrast-more:underline forced-colors:underline";

const MARKS: Readonly<Record<LineKind, string>> = {
  context: "",
  added: `bg-added-mark ${MARK}`,
  removed: `bg-removed-mark ${MARK}`,
};

/** Something about the line that is not part of it. */
function Note({ children }: { children: string }) {
  return <span className="font-sans text-xs text-muted select-none">{children}</span>;
}

const known = new WeakMap<PatchLine, WordMarks | null>();
const NO_MARKS: readonly Span[] = [];

/** Compared once, however often the line comes into view. */
function marksOf(line: PatchLine, twin: PatchLine | null): readonly Span[] {
  if (twin === null || line.kind === "context") return NO_MARKS;
  const isOld = line.kind === "removed";
  const removed = isOld ? line : twin;
  let marks = known.get(removed);
  if (marks === undefined) {
    marks = wordMarks(removed.text, (isOld ? twin : line).text);
    known.set(removed, marks);
  }
  return marks?.[isOld ? "old" : "new"] ?? NO_MARKS;
}
