import type { ChangedFile, Changes, SendReview } from "@malamar/contract/changes.ts";
import type { CheckpointId, TaskId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { viewedBlob } from "./files.logic.ts";
import { changesKeys } from "./keys.ts";

/** Shown at once: a person goes through files faster than answers come. */
export function useSetViewed(id: TaskId) {
  const queryClient = useQueryClient();
  const show = (path: string, blob: string | null, isViewed: boolean) =>
    queryClient.setQueriesData<Changes>(
      { queryKey: [...changesKeys.ofTask(id), "list"] },
      (changes) => changes && withViewed(changes, path, blob, isViewed),
    );
  return useMutation({
    mutationFn: ({ file, isViewed }: { file: ChangedFile; isViewed: boolean }) =>
      answer(
        api.tasks[":id"].viewed.$put({
          param: { id },
          json: { path: file.path, blob_id: isViewed ? viewedBlob(file) : null },
        }),
      ),
    onMutate: ({ file, isViewed }) => show(file.path, viewedBlob(file), isViewed),
    onError: (_error, { file, isViewed }) => show(file.path, viewedBlob(file), !isViewed),
  });
}

/** Of this state: in another comparison the file may contain something else. */
function withViewed(changes: Changes, path: string, blob: string | null, isViewed: boolean) {
  return {
    ...changes,
    changed: changes.changed.map((file) =>
      file.path === path && viewedBlob(file) === blob ? { ...file, is_viewed: isViewed } : file,
    ),
  };
}

export function useMarkLooked(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (checkpoint_id: CheckpointId) =>
      answer(api.tasks[":id"].looked.$post({ param: { id }, json: { checkpoint_id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: changesKeys.ofTask(id) }),
  });
}

/** All line comments become one comment on the task. */
export function useSendReview(id: TaskId) {
  return useMutation({
    mutationFn: (review: SendReview) =>
      answer(api.tasks[":id"].review.$post({ param: { id }, json: review })),
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
