import type { TaskSummary } from "@malamar/contract/task.ts";
import { STATUS_LABELS } from "@malamar/contract/plain/task.ts";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useMoveTask } from "#features/tasks/mutations.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import type { Drop } from "./card-drag.ts";
import type { CardOrder } from "./use-card-order.ts";

type DragOptions = {
  /** A mouse has entered the board. The code is not needed before. */
  isNear: boolean;
  tasks: readonly TaskSummary[];
  order: CardOrder;
};

/** Makes dragging do what the buttons and keys of a card do. */
export function useCardDrag(
  board: RefObject<HTMLElement | null>,
  { isNear, tasks, order }: DragOptions,
) {
  const { isOffline } = useConnection();
  const move = useMoveTask();
  const drop = useEffectEvent((done: Drop) => {
    const task = tasks.find(({ id }) => id === done.taskId);
    if (task === undefined || isOffline) return;
    if (done.kind === "place") return order.drop(task.id, done.index);
    const { status } = done;
    const onError = (error: Error) =>
      toast.error(`The task was not moved to ${STATUS_LABELS[status]}`, {
        description: errorMessage(error),
      });
    move.mutate({ id: task.id, status }, { onError });
  });
  useEffect(() => {
    if (!isNear || board.current === null) return undefined;
    const columns = board.current;
    const left = new AbortController();
    const begin = async () => {
      // If the code fails to load, cards can still be moved by their menu.
      const code = await import("./card-drag.ts").catch(() => null);
      if (!left.signal.aborted) code?.letCardsBeDragged(columns, drop, left.signal);
    };
    void begin();
    return () => left.abort();
  }, [board, isNear]);
}
