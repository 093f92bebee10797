import type { RunId, TaskId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";

export const runQueries = {
  all: () => ["runs"] as const,
  /** The runs of a task, the oldest first. */
  ofTask: (taskId: TaskId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "task", taskId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.tasks[":id"].runs.$get({ param: { id: taskId }, query: {} }, { init: { signal } }),
        ),
    }),
  detail: (id: RunId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "detail", id] as const,
      queryFn: ({ signal }) =>
        answer(api.runs[":id"].$get({ param: { id } }, { init: { signal } })),
    }),
};

export function useTaskRuns(taskId: TaskId) {
  return useQuery(runQueries.ofTask(taskId));
}

export function useRun(id: RunId) {
  return useQuery(runQueries.detail(id));
}
