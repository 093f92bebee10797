import type { ChatId, RunId, TaskId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, answeredText, api } from "#lib/api.ts";

export const runQueries = {
  all: () => ["runs"] as const,
  /** The runs of a task, oldest first. */
  ofTask: (taskId: TaskId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "task", taskId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.tasks[":id"].runs.$get({ param: { id: taskId }, query: {} }, { init: { signal } }),
        ),
    }),
  /** All runs of a chat, the oldest first. */
  ofWholeChat: (chatId: ChatId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "chat", chatId] as const,
      queryFn: ({ signal }) =>
        answer(
          api.chats[":id"].runs.$get({ param: { id: chatId }, query: {} }, { init: { signal } }),
        ),
    }),
  /** One run of a chat. The chat is part of the key, so deleting the chat removes its runs too. */
  ofChat: (chatId: ChatId, id: RunId) =>
    queryOptions({
      queryKey: [...runQueries.all(), "chat", chatId, id] as const,
      queryFn: ({ signal }) =>
        answer(api.runs[":id"].$get({ param: { id } }, { init: { signal } })),
    }),
  /** The agent's input. It never changes. */
  input: (id: RunId) =>
    queryOptions({
      queryKey: ["run input", id] as const,
      queryFn: ({ signal }) =>
        answeredText(api.runs[":id"].input.$get({ param: { id } }, { init: { signal } })),
      staleTime: Infinity,
      // It may be megabytes, so it is kept only while it is shown.
      gcTime: 0,
    }),
};

export function useRunInput(id: RunId) {
  return useQuery(runQueries.input(id));
}

export function useTaskRuns(taskId: TaskId) {
  return useQuery(runQueries.ofTask(taskId));
}

/** Not asked for as long as nobody needs them. */
export function useChatRuns(chatId: ChatId, isEnabled: boolean) {
  return useQuery({ ...runQueries.ofWholeChat(chatId), enabled: isEnabled });
}

export function useChatRun(chatId: ChatId, id: RunId) {
  return useQuery(runQueries.ofChat(chatId, id));
}
