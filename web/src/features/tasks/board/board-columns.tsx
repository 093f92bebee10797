import type { Workspace } from "@malamar/contract/workspace.ts";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useParams } from "react-router";
import { lazyPiece } from "#components/lazy-piece.tsx";
import { retentionOf } from "#features/tasks/deletion.logic.ts";
import type { BoardColumns as LoadedColumns } from "#features/tasks/lists/use-board-columns.ts";
import { useTogglePriority } from "#features/tasks/toggle-priority.ts";
import { counted } from "#lib/format.ts";
import { useShortcuts } from "#lib/shortcuts.ts";
import { BoardColumn, columnsClass } from "./board-column.tsx";
import { useNow } from "#lib/clock.ts";
import { COLUMNS, nextInTodo, tasksOf } from "./board.logic.ts";
import { ColumnSwitch } from "./column-switch.tsx";
import { DoneMenu } from "./done-menu.tsx";
import { useCardFocus } from "./use-card-focus.ts";
import { useShownColumn } from "./use-shown-column.ts";

const CardActions = lazyPiece(async () => (await import("./card-actions.tsx")).CardActions);

type BoardColumnsProps = {
  loaded: LoadedColumns;
  workspace: Workspace | undefined;
  cameFrom: string | undefined;
  /** What can be done with the board, at the right of its bar. */
  action: ReactNode;
};

export function BoardColumns({ loaded, workspace, cameFrom, action }: BoardColumnsProps) {
  const boardRef = useRef<HTMLDivElement>(null);
  // The same columns as long as the tasks are the same: a change of them is what may cost a card its focus.
  const columns = useMemo(() => tasksOf(loaded), [loaded]);
  const tasks = useMemo(() => COLUMNS.flatMap((status) => columns[status]), [columns]);
  const { shown, show, onScroll } = useShownColumn(boardRef, columns);
  const { tabStop, onFocus, onBlur } = useCardFocus(boardRef, columns, { shown, cameFrom });
  const openTask = useParams()["taskId"];
  const [isNear, setIsNear] = useState(false);
  const togglePriority = useTogglePriority();
  useShortcuts({
    prioritize: () => {
      // Whichever of the two was there first: the key is for the card, or else for the open task.
      const meant = focusedCard() ?? openTask;
      const task = tasks.find(({ id }) => id === meant);
      if (task !== undefined) togglePriority(task);
    },
  });
  const retentionDays = retentionOf(workspace);
  const now = useNow();
  const next = workspace?.is_paused === false ? nextInTodo(columns, now) : null;
  const doneMenu = workspace !== undefined && loaded.done.count > 0 && (
    <DoneMenu workspace={workspace} count={loaded.done.count} />
  );
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-2 md:px-6">
        <ColumnSwitch columns={loaded} shown={shown} onShow={show} />
        <p className="mr-auto text-sm text-muted tabular-nums max-md:hidden">{summaryOf(loaded)}</p>
        {action}
      </div>
      <div
        ref={boardRef}
        className={columnsClass}
        onScroll={onScroll}
        onPointerEnter={({ pointerType }) => setIsNear(isNear || pointerType !== "touch")}
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
            column={loaded[status]}
            retentionDays={retentionDays}
            tabStop={tabStop}
            next={next}
            menu={status === "done" && doneMenu}
          />
        ))}
        {isNear && <CardActions board={boardRef} tasks={tasks} />}
      </div>
    </>
  );
}

function focusedCard(): string | undefined {
  return document.activeElement?.closest("li")?.querySelector<HTMLElement>("[data-task-id]")
    ?.dataset["taskId"];
}

function summaryOf(loaded: LoadedColumns): string {
  const count = COLUMNS.reduce((sum, status) => sum + loaded[status].count, 0);
  const working = loaded.in_progress.tasks.filter((task) => task.is_processing).length;
  const all = counted(count, "task");
  return working === 0 ? all : `${all} · ${working.toLocaleString()} being worked on`;
}
