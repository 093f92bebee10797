import type { ChatId, RunId, TaskId } from "@malamar/contract/ids.ts";
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
  /** One run of a chat. The chat is a part of its name, because it goes with it. */
  ofChat: (chatId: ChatId, id: RunId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "chat", chatId, id] as const,
      queryFn: ({ signal }) =>
        answer(api.runs[":id"].$get({ param: { id } }, { init: { signal } })),
    }),
};

export function useTaskRuns(taskId: TaskId) {
  return useQuery(runQueries.ofTask(taskId));
}

export function useChatRun(chatId: ChatId, id: RunId) {
  return useQuery(runQueries.ofChat(chatId, id));
}
