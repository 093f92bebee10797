import type { Chat } from "@malamar/contract/chat.ts";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { keepUnlessEmpty } from "#lib/keep-unless-empty.ts";

export const chatQueries = {
  all: () => ["chats"] as const,
  /** All chat lists of a workspace, whatever the search. */
  lists: (workspaceId: WorkspaceId) => [...chatQueries.all(), "list", workspaceId] as const,
  list: (workspaceId: WorkspaceId, q: string) =>
    queryOptions({
      queryKey: [...chatQueries.lists(workspaceId), q] as const,
      queryFn: ({ signal }) =>
        answer(
          api.workspaces[":id"].chats.$get(
            { param: { id: workspaceId }, query: { q } },
            { init: { signal } },
          ),
        ),
      placeholderData: (previous) => keepUnlessEmpty(previous),
    }),
  /** Includes all of its messages. */
  detail: (id: ChatId) =>
    queryOptions({
      queryKey: [...chatQueries.all(), "detail", id] as const,
      // The client only knows that the fields of an action are JSON.
      queryFn: ({ signal }): Promise<Chat> =>
        answer(api.chats[":id"].$get({ param: { id } }, { init: { signal } })),
    }),
};

export function useChats(workspaceId: WorkspaceId, q: string) {
  return useQuery(chatQueries.list(workspaceId, q));
}

export function useChat(id: ChatId) {
  return useQuery(chatQueries.detail(id));
}
