import type { WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus, TaskSummary } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { useMemo, useState, type CSSProperties, type RefObject } from "react";
import { useParams } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { retentionOf } from "#features/tasks/deletion.logic.ts";
import { useTogglePriority } from "#features/tasks/toggle-priority.ts";
import { useNow } from "#lib/clock.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { BoardColumn, columnsClass } from "./board-column.tsx";
import {
  COLUMNS,
  everyColumn,
  longestWait,
  nextInTodo,
  withoutColumns,
  type Columns,
} from "./board.logic.ts";
import { columnWidths } from "./column-widths.logic.ts";
import { DoneMenu } from "./done-menu.tsx";
import { MovingCards } from "./moving-cards.tsx";
import type { Counts, More } from "./use-board-data.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { idAt, useCardFocus } from "./use-card-focus.ts";
import { useCardOrder } from "./use-card-order.ts";
import { useCollapsedColumns } from "./use-collapsed-columns.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { useSelection } from "./use-selection.ts";

const CardActions = lazyPiece(async () => (await import("./card-actions.tsx")).CardActions);
const SelectionBar = lazyPiece(async () => (await import("./selection-bar.tsx")).SelectionBar);

const NONE: readonly TaskStatus[] = [];

type BoardGridProps = {
  ref: RefObject<HTMLDivElement | null>;
  columns: Columns;
  counts: Counts;
  more: More;
  /** All loaded tasks. */
  tasks: readonly TaskSummary[];
  shown: TaskStatus;
  onScroll: () => void;
  workspaceId: WorkspaceId;
  workspace: Workspace | undefined;
  /** Some tasks are filtered out. */
  isNarrow: boolean;
  isAllPaused: boolean;
  cameFrom: string | undefined;
};

/** The columns with everything that can be done with their cards. */
export function BoardGrid(props: BoardGridProps) {
  const { ref, counts, more, tasks, shown, onScroll, workspaceId, workspace } = props;
  const { isNarrow, isAllPaused } = props;
  const order = useCardOrder(props.columns.todo);
  const columns = useMemo(
    () => ({ ...props.columns, todo: order.shown }),
    [props.columns, order.shown],
  );
  const { collapsed, toggle } = useCollapsedColumns(workspaceId);
  const folded = useIsPhone() ? NONE : collapsed;
  const reachable = useMemo(() => withoutColumns(columns, folded), [columns, folded]);
  const { tabStop, onFocus, onBlur } = useCardFocus(ref, reachable, {
    shown,
    cameFrom: props.cameFrom,
  });
  const selection = useSelection(columns, (element) => idAt(columns, element));
  const [isNear, setIsNear] = useState(false);
  useCardDrag(ref, { isNear, tasks, order });
  useCardKeys(columns, order);
  const now = useNow();
  // What a filter hides may come first, or may have waited longer; so may a task that is not loaded.
  const isStarting = !isNarrow && !isAllPaused && workspace?.is_paused === false;
  const next = isStarting ? nextInTodo(columns, now) : null;
  const waited = !isNarrow && more.in_review === null ? longestWait(columns) : null;
  const widths = columnWidths(
    everyColumn((status) => ({
      isFolded: folded.includes(status),
      isEmpty: counts[status] === 0,
    })),
  );
  return (
    <>
      <MovingCards board={ref} columns={columns}>
        <div
          ref={ref}
          className={columnsClass}
          // A custom property, so that phones can override the columns.
          style={{ "--columns": widths } as CSSProperties}
          onScroll={onScroll}
          onPointerEnter={() => setIsNear(true)}
          onClickCapture={selection.onClickCapture}
          onFocus={(event) => {
            setIsNear(true);
            onFocus(event);
          }}
          onBlur={onBlur}
        >
          {COLUMNS.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              tasks={columns[status]}
              count={counts[status]}
              onMore={more[status]}
              retentionDays={retentionOf(workspace)}
              tabStop={tabStop}
              next={next}
              longestWait={waited}
              selected={selection.ids}
              isFolded={folded.includes(status)}
              onFold={() => toggle(status)}
              menu={
                status === "done" &&
                workspace !== undefined &&
                counts.done > 0 && <DoneMenu workspace={workspace} count={counts.done} />
              }
            />
          ))}
          {isNear && (
            <CardActions
              board={ref}
              tasks={tasks}
              order={order}
              onSelect={({ id }) => selection.toggle(id)}
            />
          )}
        </div>
      </MovingCards>
      {selection.tasks.length > 0 && (
        <SelectionBar tasks={selection.tasks} onClear={selection.clear} />
      )}
    </>
  );
}

/** The keys for the focused card. */
function useCardKeys(columns: Columns, order: ReturnType<typeof useCardOrder>) {
  const togglePriority = useTogglePriority();
  const openTask = useParams()["taskId"];
  const focused = (otherwise?: string) => {
    const id = idAt(columns, document.activeElement) ?? otherwise;
    return Object.values(columns)
      .flat()
      .find((task) => task.id === id);
  };
  const step = (way: "up" | "down") => {
    const task = focused();
    if (task?.status === "todo") order.step(task.id, way);
  };
  useShortcuts({
    prioritize: () => {
      // Whichever was shown first: the key acts on the card, or else on the open task.
      const task = focused(openTask);
      if (task !== undefined) togglePriority(task);
    },
    move_task_down: () => step("down"),
    move_task_up: () => step("up"),
  });
}
