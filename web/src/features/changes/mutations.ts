import type { SendReview } from "@malamar/contract/changes.ts";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { viewedBlob } from "./files.logic.ts";
import { changesKeys } from "./keys.ts";
import { viewedMarks, type ViewedMark } from "./viewed-marks.ts";

/** In a chat there is nobody to tell, but hooks are called all the same. */
export const NO_TASK = "" as TaskId;

export function useSetViewed(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    ...viewedMarks(queryClient, id),
    mutationFn: ({ file, isViewed }: ViewedMark) =>
      answer(
        api.tasks[":id"].viewed.$put({
          param: { id },
          json: { path: file.path, blob_id: isViewed ? viewedBlob(file) : null },
        }),
      ),
  });
}

export function useMarkLooked(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checkpoint_id: CheckpointId) =>
      answer(api.tasks[":id"].looked.$post({ param: { id }, json: { checkpoint_id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changesKeys.sinceLooked(id) }),
  });
}

/** All line comments become one comment on the task, and a person has looked at what it is on. */
export function useSendReview(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (review: SendReview) =>
      answer(api.tasks[":id"].review.$post({ param: { id }, json: review })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changesKeys.sinceLooked(id) }),
  });
}

/** The answer is the state before, which undoes it. */
export function useRestore(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checkpoint_id: CheckpointId) =>
      answer(api.tasks[":id"].restore.$post({ param: { id }, json: { checkpoint_id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changesKeys.ofTask(id) }),
  });
}
