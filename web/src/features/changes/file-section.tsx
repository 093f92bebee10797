import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { ReactNode, Ref } from "react";
import type { SideColours } from "#components/diff/colours.ts";
import type { Side } from "#components/diff/patch.logic.ts";
import { cn } from "#lib/cn.ts";
import type { ChangesOf, Comparison } from "./changes-of.ts";
import { DraftCard } from "./draft-card.tsx";
import { DraftEditor } from "./draft-editor.tsx";
import { FileHeader } from "./file-header.tsx";
import { FailedNote, TooLargeNote, WordsNote } from "./file-note.tsx";
import { contentKey, hasMoreText } from "./files.logic.ts";
import type { Item, Section } from "./items.logic.ts";
import { isWithin, type Target } from "./moves.logic.ts";
import { Pictures } from "./pictures.tsx";
import { RowItem, type Reveal } from "./row-item.tsx";
import type { DraftEditorTools } from "./use-draft-editor.ts";

type BodyProps = {
  of: ChangesOf;
  comparison: Comparison;
  section: Section;
  colours: SideColours;
  isWrapped: boolean;
  /** Whether the old and the new lines have a column each, within the width of the list. */
  isSplit: boolean;
  markedKey: string | null;
  selected: Target | null;
  editor: DraftEditorTools;
  /** What had the focus is gone. */
  onFocusLost: () => void;
  onReveal: Reveal;
  onRetry: (file: ChangedFile) => void;
};

type FileSectionProps = BodyProps & {
  bounds: { top: number; height: number };
  /** Those that are drawn. */
  items: readonly { index: number; start: number; size: number }[];
  measure: Ref<HTMLDivElement>;
  /** How many comments it has. */
  drafts: number;
  onToggle: (file: ChangedFile) => void;
  onSetViewed: ((file: ChangedFile, isViewed: boolean) => void) | null;
};

/** A file of the list. It is as high as all of its rows, of which those in sight are drawn. */
export function FileSection(props: FileSectionProps) {
  const { section, bounds, items, measure, markedKey, isWrapped } = props;
  const { file, isOpen, reason, start } = section;
  return (
    <section
      aria-label={file.path}
      data-path={file.path}
      style={{ top: bounds.top, height: bounds.height }}
      className="absolute left-0 w-full"
    >
      <FileHeader
        file={file}
        isOpen={isOpen}
        reason={reason}
        isCurrent={markedKey !== null && markedKey === section.items[0]!.key}
        drafts={props.drafts}
        onToggle={props.onToggle}
        onSetViewed={props.onSetViewed}
      />
      {items.map(({ index, start: top, size }) => {
        const item = section.items[index - start]!;
        if (item.kind === "header" || item.kind === "end") return null;
        const isMeasured = (isWrapped && item.kind !== "waiting") || !FIXED.has(item.kind);
        return (
          <div
            key={item.key}
            data-index={index}
            data-row=""
            {...(isMeasured && { ref: measure })}
            style={{ top: top - bounds.top, height: isMeasured ? undefined : size }}
            className="absolute left-0 w-full"
          >
            <Body {...props} item={item} />
          </div>
        );
      })}
    </section>
  );
}

/** Without wrapping, a line is exactly one line high, and so is a gap. */
const FIXED: ReadonlySet<Item["kind"]> = new Set(["row", "waiting"]);

function Body({ item, ...props }: BodyProps & { item: Item }) {
  const { of, comparison, section, editor, onFocusLost } = props;
  const { file } = section;
  switch (item.kind) {
    case "row":
      return (
        <RowItem
          row={item.row}
          contentKey={contentKey(file)}
          colours={props.colours}
          isWrapped={props.isWrapped}
          isCurrent={item.key === props.markedKey}
          isSelected={props.selected !== null && isWithin(item.row, props.selected)}
          onReveal={hasMoreText(file) ? props.onReveal : null}
        />
      );
    case "waiting":
      return <Waiting />;
    case "failed":
      return <FailedNote what={item.what} error={item.error} onRetry={() => props.onRetry(file)} />;
    case "words":
      return <WordsNote words={item.words} />;
    case "too large":
      return <TooLargeNote of={of} file={file} comparison={comparison} />;
    case "picture":
      return <Pictures of={of} file={file} comparison={comparison} />;
    case "draft":
      return (
        <Beside side={item.placed.draft.side} isSplit={props.isSplit}>
          <DraftCard
            placed={item.placed}
            isApart={item.isApart}
            onEdit={editor.edit}
            onDelete={(draft) => {
              editor.discard(draft);
              onFocusLost();
            }}
          />
        </Beside>
      );
    case "editor": {
      const { draft } = item.placed;
      return (
        <Beside side={draft.side} isSplit={props.isSplit}>
          <DraftEditor
            placed={item.placed}
            isStored={editor.editing?.before != null}
            onChange={(text) => editor.change(draft, text)}
            onDone={() => {
              editor.done();
              onFocusLost();
            }}
            onCancel={() => {
              editor.cancel(draft);
              onFocusLost();
            }}
          />
        </Beside>
      );
    }
    case "header":
    case "end":
      return null;
    default:
      return item satisfies never;
  }
}

type BesideProps = { side: Side; isSplit: boolean; children: ReactNode };

/** A comment, in the column of its lines. It stays in sight while long lines are scrolled. */
function Beside({ side, isSplit, children }: BesideProps) {
  return (
    <div className="sticky left-0 w-(--pane) border-y bg-surface px-3 py-2">
      <div
        className={cn(
          "max-w-3xl",
          isSplit && "w-[calc(50%-0.75rem)]",
          isSplit && side === "new" && "ml-auto",
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** Stands for lines that are on their way. Static, because many of them may be scrolled past. */
function Waiting() {
  return (
    <div
      aria-hidden
      className="mx-3 h-full w-1/2 bg-[repeating-linear-gradient(var(--hover)_0_8px,transparent_8px_20px)]"
    />
  );
}
