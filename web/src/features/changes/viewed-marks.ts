import type { ChangedFile, Changes } from "@malamar/contract/changes.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { QueryClient } from "@tanstack/react-query";
import { viewedBlob } from "./files.logic.ts";
import { changesKeys } from "./keys.ts";

export type ViewedMark = { file: ChangedFile; isViewed: boolean };

/** How marks are shown at once: a person goes through files faster than answers come. */
export function viewedMarks(queryClient: QueryClient, id: TaskId) {
  const queryKey = [...changesKeys.ofTask(id), "list"] as const;
  const mutationKey = [...changesKeys.ofTask(id), "viewed"] as const;
  const show = ({ file, isViewed }: ViewedMark) =>
    queryClient.setQueriesData<Changes>(
      { queryKey },
      (changes) => changes && withMark(changes, { file, isViewed }),
    );
  return {
    mutationKey,
    onMutate: async (mark: ViewedMark) => {
      // A list that was read before would take the mark away again.
      await queryClient.cancelQueries({ queryKey });
      show(mark);
    },
    onError: (_error: Error, { file, isViewed }: ViewedMark) => show({ file, isViewed: !isViewed }),
    onSettled: () => {
      const others = queryClient.isMutating({ mutationKey }) - 1;
      if (others <= 0) void queryClient.invalidateQueries({ queryKey });
    },
  };
}

/** Of this state: in another comparison the file may contain something else. */
function withMark(changes: Changes, { file, isViewed }: ViewedMark): Changes {
  const { path } = file;
  const blob = viewedBlob(file);
  return {
    ...changes,
    changed: changes.changed.map((each) =>
      each.path === path && viewedBlob(each) === blob ? { ...each, is_viewed: isViewed } : each,
    ),
  };
}
