import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { useMemo, useState } from "react";
import { usePlaceTask } from "#features/tasks/mutations.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { inNewOrder, placeAt, stepFrom, type NewPlace, type Step } from "./order.logic.ts";

/**
 * The user's order of Todo. A move shows at once, and no other is possible until the server has
 * confirmed it.
 */
export function useCardOrder(todo: readonly TaskSummary[]) {
  const place = usePlaceTask();
  const { isOffline } = useConnection();
  const [wish, setWish] = useState<{ id: TaskId; after: TaskId | null } | null>(null);

  function moveTo(id: TaskId, where: NewPlace) {
    if (where === null || wish !== null || isOffline) return;
    const wanted = { id, ...where };
    setWish(wanted);
    place.mutate(wanted, {
      onSettled: () => setWish(null),
      onError: (error) =>
        toast.error("The order was not saved", { description: errorMessage(error) }),
    });
  }

  // Keeps the same array while nothing changes, because the focus of the cards depends on it.
  const shown = useMemo(
    () => (wish === null ? todo : inNewOrder(todo, wish.id, wish.after)),
    [todo, wish],
  );

  return {
    shown,
    canStep: (id: TaskId, step: Step) => stepFrom(todo, id, step) !== null,
    step: (id: TaskId, step: Step) => moveTo(id, stepFrom(todo, id, step)),
    drop: (id: TaskId, index: number) => moveTo(id, placeAt(todo, id, index)),
  };
}

export type CardOrder = ReturnType<typeof useCardOrder>;
