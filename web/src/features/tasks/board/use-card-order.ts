import type { TaskId } from "@malamar/contract/ids.ts";
import type { TaskSummary } from "@malamar/contract/task.ts";
import { useMemo, useState } from "react";
import { usePlaceTask } from "#features/tasks/mutations.ts";
import { useConnection } from "#lib/connection.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { toast } from "#lib/toast.ts";
import { inNewOrder, placeAt, stepFrom, type NewPlace, type Step } from "./order.logic.ts";

type Wish = { id: TaskId; after: TaskId | null };

/** The user's order of Todo. A move shows at once, and the server gets them one after the other. */
export function useCardOrder(todo: readonly TaskSummary[]) {
  const { mutateAsync: place } = usePlaceTask();
  const { isOffline } = useConnection();
  const [wishes, setWishes] = useState<readonly Wish[]>([]);

  function moveTo(id: TaskId, where: NewPlace) {
    if (where === null || isOffline) return;
    const wish = { id, ...where };
    setWishes((others) => [...others, wish]);
    place(wish)
      .catch((error: unknown) =>
        toast.error("The order was not saved", { description: errorMessage(error) }),
      )
      .finally(() => setWishes((all) => all.filter((each) => each !== wish)));
  }

  // Keeps the same array while nothing changes, because the focus of the cards depends on it.
  const shown = useMemo(
    () => wishes.reduce((order, { id, after }) => inNewOrder(order, id, after), todo),
    [todo, wishes],
  );

  return {
    shown,
    canStep: (id: TaskId, step: Step) => stepFrom(shown, id, step) !== null,
    step: (id: TaskId, step: Step) => moveTo(id, stepFrom(shown, id, step)),
    drop: (id: TaskId, index: number) => moveTo(id, placeAt(shown, id, index)),
  };
}

export type CardOrder = ReturnType<typeof useCardOrder>;
