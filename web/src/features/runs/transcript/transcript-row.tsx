import { MessageSquareText, TriangleAlert, Wrench } from "lucide-react";
import { memo } from "react";
import { CopyIcon } from "#components/copy-icon.tsx";
import { displayText, firstLine } from "./display-text.logic.ts";
import { EventRow } from "./event-row.tsx";
import { estimatedHeight } from "#lib/follow.logic.ts";
import { Fold } from "./fold.tsx";
import { Output } from "./output.tsx";
import { RowFrame } from "./row-frame.tsx";
import { isSameRow, type Row } from "./rows.logic.ts";
import { Texts } from "./text-row.tsx";
import { GroupRow } from "./group-row.tsx";
import { Result } from "./tool-content.tsx";
import { ToolRow } from "./tool-row.tsx";
import { ToolStateLabel } from "./tool-state-label.tsx";

type TranscriptRowProps = { row: Row; startedAt: string };

/** One row. It renders again only if it looks different. */
export const TranscriptRow = memo(
  function TranscriptRow({ row, startedAt }: TranscriptRowProps) {
    const times = { at: row.at, startedAt };
    switch (row.kind) {
      case "text":
        return (
          <RowFrame
            icon={<MessageSquareText aria-hidden />}
            action={<CopyIcon text={() => row.texts.join("\n\n")} label="Copy message" />}
            {...times}
          >
            <Texts seq={row.seq} texts={row.texts} />
          </RowFrame>
        );
      case "tool":
        return <ToolRow row={row} startedAt={startedAt} />;
      case "group":
        return <GroupRow row={row} startedAt={startedAt} />;
      case "result":
        return <LoneResult row={row} startedAt={startedAt} />;
      case "stderr":
        return (
          <RowFrame icon={<TriangleAlert aria-label="Error output" />} {...times}>
            <div className="text-muted">
              <Output isBare foldKey={String(row.seq)} text={displayText(row.text).trimEnd()} />
            </div>
          </RowFrame>
        );
      case "event":
        return <EventRow event={row.event} startedAt={startedAt} />;
      case "gap":
        return <Placeholder height={estimatedHeight(row.count, 0)} />;
      default:
        return row satisfies never;
    }
  },
  (before, after) => isSameRow(before.row, after.row) && before.startedAt === after.startedAt,
);

type LoneResultProps = { row: Extract<Row, { kind: "result" }>; startedAt: string };

/** For a call that is not loaded. */
function LoneResult({ row: { seq, at, result }, startedAt }: LoneResultProps) {
  return (
    <RowFrame isButton icon={<Wrench aria-hidden />} at={at} startedAt={startedAt}>
      <Fold
        foldKey={String(seq)}
        title="Tool result"
        preview={firstLine(result.output)}
        isMono
        state={<ToolStateLabel state={result.is_error ? "failed" : "ok"} />}
      >
        {() => <Result foldKey={`${seq}:result`} result={result} />}
      </Fold>
    </RowFrame>
  );
}

/** Stands for unloaded events. Static, because thousands of them may be scrolled past. */
export function Placeholder({ height }: { height: number }) {
  return (
    <div aria-hidden style={{ height }} className="overflow-hidden py-3 pr-16 pl-9">
      <div className="h-full w-3/5 bg-[repeating-linear-gradient(var(--hover)_0_8px,transparent_8px_32px)]" />
    </div>
  );
}
