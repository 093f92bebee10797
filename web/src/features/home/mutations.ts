import type { TaskId } from "@malamar/contract/ids.ts";
import { useMutation } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

/** No cache updates here: the resulting events bring the page up to date. */
export function useMoveToDone(id: TaskId) {
  return useMutation({
    mutationFn: () => answer(api.tasks[":id"].$put({ param: { id }, json: { status: "done" } })),
  });
}

export function useSendBack(id: TaskId) {
  return useMutation({
    mutationFn: (content: string) =>
      answer(api.tasks[":id"].comments.$post({ param: { id }, json: { content } })),
  });
}

export function useHold(id: TaskId) {
  return useMutation({
    mutationFn: () => answer(api.tasks[":id"].$put({ param: { id }, json: { is_on_hold: true } })),
  });
}

export function useStop(id: TaskId) {
  return useMutation({
    mutationFn: () => answer(api.tasks[":id"].stop.$post({ param: { id } })),
  });
}
