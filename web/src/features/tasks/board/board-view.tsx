import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { SearchX } from "lucide-react";
import { useMemo, useRef, type ReactNode } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { Page } from "#components/page.tsx";
import { Button } from "#components/ui/button.tsx";
import { BoardBar } from "./board-bar.tsx";
import type { FilterAgent } from "./board-filter.tsx";
import { BoardGrid } from "./board-grid.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { NO_COLUMNS, summaryOf } from "./board.logic.ts";
import { NO_FILTER, labelsOf } from "./filter.logic.ts";
import { useBoardData } from "./use-board-data.ts";
import { useBoardFilter } from "./use-board-filter.ts";
import { useShownColumn } from "./use-shown-column.ts";

type BoardViewProps = {
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  isAllPaused: boolean;
  agents: readonly FilterAgent[];
  cameFrom: string | undefined;
  whenEmpty: ReactNode;
};

/** The bar, shown at once, and the columns as soon as they have loaded. */
export function BoardView(props: BoardViewProps) {
  const { workspaceId, workspace } = props;
  const { filter, change } = useBoardFilter();
  const { shown: board, isNarrow, error, refetch } = useBoardData(workspaceId, filter);
  const boardRef = useRef<HTMLDivElement>(null);
  const columns = board?.columns;
  const { shown, show, onScroll } = useShownColumn(boardRef, columns);
  const tasks = useMemo(() => Object.values(columns ?? NO_COLUMNS).flat(), [columns]);
  const labels = useMemo(() => labelsOf(tasks), [tasks]);
  const isEmpty = board !== null && tasks.length === 0;
  return (
    <>
      <BoardBar
        counts={board?.counts ?? null}
        summary={board === null ? "" : summaryOf(board.counts, tasks)}
        shown={shown}
        onShow={show}
        filter={filter}
        labels={labels}
        agents={props.agents}
        onFilter={change}
      />
      {board === null && error === null && <BoardSkeleton />}
      {board === null && error !== null && (
        <Page>
          <ErrorState title="The tasks could not be loaded" error={error} onRetry={refetch} />
        </Page>
      )}
      {isEmpty && (
        <Page>{isNarrow ? <NoMatch onClear={() => change(NO_FILTER)} /> : props.whenEmpty}</Page>
      )}
      {board !== null && !isEmpty && (
        <BoardGrid
          ref={boardRef}
          {...board}
          tasks={tasks}
          shown={shown}
          onScroll={onScroll}
          workspaceId={workspaceId}
          workspace={workspace}
          isNarrow={isNarrow}
          isAllPaused={props.isAllPaused}
          cameFrom={props.cameFrom}
        />
      )}
    </>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title="No tasks match this filter">
      <Button onClick={onClear}>Clear filter</Button>
    </EmptyState>
  );
}
