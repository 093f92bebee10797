import type { CommentId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type {
  ChangedTask,
  CreateComment,
  CreateTask,
  Task,
  TaskChange,
  TaskComment,
  TaskStatus,
  UpdateTask,
} from "@malamar/contract/task.ts";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { DELETION_KEY } from "#lib/deleted-here.ts";
import { showDeleted, showDoneDeleted, showPriority, showRow } from "./lists/task-lists.ts";
import { PRIORITIZE_KEY, withPriority, type PriorityWish } from "./priority-wish.ts";
import { taskQueries } from "./queries.ts";

export function useCreateTask(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateTask) =>
      answer(api.workspaces[":id"].tasks.$post({ param: { id: workspaceId }, json: input })),
    onSuccess: (task) => {
      showTask(queryClient, task);
    },
  });
}

/** Keys that identify this tab's own changes to a task. */
export const taskMutationKeys = {
  update: (id: TaskId) => ["tasks", "update", id] as const,
  cancel: (id: TaskId) => ["tasks", "cancel", id] as const,
};

/** Changes the texts, or moves the task as its buttons do. */
export function useUpdateTask(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: taskMutationKeys.update(id),
    mutationFn: (input: UpdateTask) =>
      answer(api.tasks[":id"].$put({ param: { id }, json: input })),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

/** Moves any task, as its buttons do. */
export function useMoveTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: TaskId; status: TaskStatus }) =>
      answer(api.tasks[":id"].$put({ param: { id }, json: { status } })),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

export function useCancelTask(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: taskMutationKeys.cancel(id),
    mutationFn: () => answer(api.tasks[":id"].cancel.$post({ param: { id } })),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

/** Ends the run. The task goes back to Todo, on hold. */
export function useStopTask(id: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: taskMutationKeys.update(id),
    mutationFn: () => answer(api.tasks[":id"].stop.$post({ param: { id } })),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

/** Ends several runs. Each stop succeeds or fails separately, and events show the results. */
export function useStopAll() {
  return useMutation({
    mutationFn: async (ids: readonly TaskId[]) => {
      const stops = ids.map((id) => answer(api.tasks[":id"].stop.$post({ param: { id } })));
      const refused = (await Promise.allSettled(stops)).filter(
        (stop) => stop.status === "rejected",
      );
      return {
        stopped: stops.length - refused.length,
        refused: refused.map(({ reason }): unknown => reason),
      };
    },
  });
}

/** Sets a task's position in Todo's pickup order. A place counts from the ones set before it. */
export function usePlaceTask() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: "task-order" },
    mutationFn: ({ id, after }: { id: TaskId; after: TaskId | null }) =>
      answer(api.tasks[":id"].position.$post({ param: { id }, json: { after } })),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

/** The server's limit for one request. */
const MOST_AT_ONCE = 500;

/** Makes the same change to many tasks. Each succeeds or fails on its own, with its own event. */
export function useChangeTasks() {
  return useMutation({
    mutationFn: async ({ ids, change }: { ids: readonly TaskId[]; change: TaskChange }) => {
      const results: ChangedTask[] = [];
      for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
        const json = { ids: ids.slice(at, at + MOST_AT_ONCE), change };
        results.push(...(await answer(api.tasks.bulk.$post({ json }))));
      }
      return results;
    },
  });
}

/** Shows at once on the card and the open task. Undone if the server refuses. */
export function usePrioritizeTask() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: PRIORITIZE_KEY,
    mutationFn: ({ id, isPriority }: PriorityWish) =>
      answer(
        api.tasks[":id"].prioritize.$post({ param: { id }, json: { is_priority: isPriority } }),
      ),
    onMutate: async (wish) => {
      const { id, workspaceId } = wish;
      const { queryKey: detailKey } = taskQueries.detail(id);
      const { queryKey: boardKey } = taskQueries.board(workspaceId);
      await queryClient.cancelQueries({ queryKey: detailKey });
      await queryClient.cancelQueries({ queryKey: boardKey });
      const detail = queryClient.getQueryData(detailKey);
      queryClient.setQueryData(detailKey, (task) => task && withPriority(task, wish));
      const takeBack = showPriority(queryClient, wish);
      return () => {
        queryClient.setQueryData(detailKey, detail);
        takeBack();
      };
    },
    onError: (_error, _wish, takeBack) => takeBack?.(),
    onSuccess: (task) => showTask(queryClient, task),
  });
}

/** A comment for the team, a note that starts no run, or a question to one agent. */
type NewComment = Pick<CreateComment, "content"> & Partial<CreateComment>;

/** The open task shows a comment before the server has it. Here the response joins the list. */
export function useAddComment(id: TaskId) {
  const queryClient = useQueryClient();
  const { queryKey } = taskQueries.comments(id);
  return useMutation({
    mutationFn: (comment: NewComment) =>
      answer(api.tasks[":id"].comments.$post({ param: { id }, json: comment })),
    onSuccess: async (comment) => {
      // A request already in flight must not overwrite this list.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (comments) =>
        comments?.some((known) => known.id === comment.id) ? comments : comments?.concat(comment),
      );
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}

export function useEditComment(taskId: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, content }: { id: CommentId; content: string }) =>
      answer(api.comments[":id"].$put({ param: { id }, json: { content } })),
    onSuccess: (comment) => showComment(queryClient, taskId, comment.id, comment),
  });
}

export function useDeleteComment(taskId: TaskId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: CommentId) => answer(api.comments[":id"].$delete({ param: { id } })),
    onSuccess: (_nothing, id) =>
      showComment(queryClient, taskId, id, { content: "", deleted_at: new Date().toISOString() }),
  });
}

export function useDeleteTask(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: DELETION_KEY,
    mutationFn: (id: TaskId) => answer(api.tasks[":id"].$delete({ param: { id } })),
    onSuccess: (_nothing, id) => showDeleted(queryClient, workspaceId, id),
  });
}

export function useDeleteDoneTasks(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answer(api.workspaces[":id"].tasks.done.$delete({ param: { id: workspaceId } })),
    onSuccess: () => showDoneDeleted(queryClient, workspaceId),
  });
}

/** Shown at once. The next fetch gets it from the server. */
async function showComment(
  queryClient: QueryClient,
  taskId: TaskId,
  id: CommentId,
  change: Partial<TaskComment>,
) {
  const { queryKey } = taskQueries.comments(taskId);
  // A request already in flight must not overwrite this list.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (comments) =>
    comments?.map((comment) => (comment.id === id ? { ...comment, ...change } : comment)),
  );
  void queryClient.invalidateQueries({ queryKey });
}

/**
 * Puts the server's response into the cache, so that the card and the open task show it before the
 * next fetch.
 */
function showTask(queryClient: QueryClient, task: Task) {
  queryClient.setQueryData(taskQueries.detail(task.id).queryKey, task);
  const {
    description: _long,
    working_directory: _where,
    spend: _all,
    guarded_spend: _since,
    ...row
  } = task;
  showRow(queryClient, row);
}
