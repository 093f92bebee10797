import { FileSearch } from "lucide-react";
import { groupState, groupWords } from "./group-words.logic.ts";
import { Fold } from "./fold.tsx";
import { RowFrame } from "./row-frame.tsx";
import type { Row } from "./rows.logic.ts";
import { ToolRow } from "./tool-row.tsx";
import { ToolStateLabel } from "./tool-state-label.tsx";

type GroupRowProps = { row: Extract<Row, { kind: "group" }>; startedAt: string };

/** Consecutive reads and searches: their number, and each of them when unfolded. */
export function GroupRow({ row: { seq, at, tools }, startedAt }: GroupRowProps) {
  const { title, preview } = groupWords(tools);
  const { state, detail } = groupState(tools);
  return (
    <RowFrame isButton icon={<FileSearch aria-hidden />} at={at} startedAt={startedAt}>
      <Fold
        foldKey={`${seq}:group`}
        // An open read stays open when the next one turns it into a group.
        inside={tools.map((tool) => String(tool.seq))}
        title={<span className="font-medium text-foreground">{title}</span>}
        isTitleLong
        preview={preview}
        isMono
        state={<ToolStateLabel state={state} detail={detail} />}
      >
        {() => (
          <div className="-ml-3 border-l">
            {tools.map((tool) => (
              <ToolRow key={tool.seq} row={tool} startedAt={startedAt} />
            ))}
          </div>
        )}
      </Fold>
    </RowFrame>
  );
}
