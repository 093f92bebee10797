import type { Run } from "@malamar/contract/run.ts";
import { ArrowDown } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { counted } from "#lib/format.ts";
import { FoldsContext } from "./folds.ts";
import type { Place } from "./use-chunks.ts";

type RowsViewProps = {
  run: Run;
  /** The scroll position. */
  place: Place;
  /** Renders a chunk. */
  renderChunk: (index: number, height: number) => ReactNode;
};

/** Rows in chunks. Only visible chunks are rendered. */
export function RowsView({ run, place, renderChunk }: RowsViewProps) {
  const { setElement, virtualizer, folds, isFollowing, unseen, jumpToEnd, jumpToStart, onScroll } =
    place;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "End") jumpToEnd();
    else if (event.key === "Home") jumpToStart();
    else return;
    event.preventDefault();
  };
  return (
    <FoldsContext value={folds}>
      <div className="@container relative min-h-0 flex-1">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys scroll */}
        <div
          ref={setElement}
          data-slot="transcript"
          data-commands=""
          role="log"
          // A run may write hundreds of lines a second, too many to read aloud.
          aria-live="off"
          aria-label={`Transcript of ${run.agent_name}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keyboards must reach it
          tabIndex={0}
          onKeyDown={onKeyDown}
          onScroll={onScroll}
          className="absolute inset-0 overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div style={{ height: virtualizer.getTotalSize() }} className="relative">
            {virtualizer.getVirtualItems().map((item) => (
              <div
                key={item.key}
                data-index={item.index}
                ref={virtualizer.measureElement}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute top-0 left-0 w-full"
              >
                {renderChunk(item.index, item.size)}
              </div>
            ))}
          </div>
        </div>
        {!isFollowing && (
          <Button
            size="small"
            onClick={jumpToEnd}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-transient"
          >
            <ArrowDown aria-hidden />
            {run.status === "running" ? "Jump to now" : "Jump to end"}
            {unseen > 0 && ` · ${counted(unseen, "new event")}`}
          </Button>
        )}
      </div>
    </FoldsContext>
  );
}
