import type { Chat, ChatMessage, CreateChat, UpdateChat } from "@malamar/contract/chat.ts";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { DELETION_KEY } from "#lib/deleted-here.ts";
import { chatQueries } from "./queries.ts";

export function useCreateChat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ workspaceId, ...input }: CreateChat & { workspaceId: WorkspaceId }) =>
      answer(api.workspaces[":id"].chats.$post({ param: { id: workspaceId }, json: input })),
    onSuccess: (chat) => showChat(queryClient, chat),
  });
}

/** Updates the title, the agent or the CLI. */
export function useUpdateChat(id: ChatId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: UpdateChat) =>
      answer(api.chats[":id"].$put({ param: { id }, json: input })),
    onSuccess: (chat) => showChat(queryClient, chat),
  });
}

export function useDeleteChat(workspaceId: WorkspaceId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: DELETION_KEY,
    mutationFn: (id: ChatId) => answer(api.chats[":id"].$delete({ param: { id } })),
    // A response in flight would arrive after the chat is gone.
    onMutate: (id) => queryClient.cancelQueries({ queryKey: chatQueries.detail(id).queryKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: chatQueries.lists(workspaceId) }),
  });
}

/** The dialog shows a message before the server has it. Here the response joins the chat. */
export function useSendMessage(id: ChatId) {
  const queryClient = useQueryClient();
  const { queryKey } = chatQueries.detail(id);
  return useMutation({
    mutationFn: (message: string) =>
      answer(api.chats[":id"].messages.$post({ param: { id }, json: { message } })),
    onSuccess: async (message) => {
      // A request already in flight must not overwrite this.
      await queryClient.cancelQueries({ queryKey });
      addMessages(queryClient, id, [message], { is_processing: true });
    },
    // After a refusal too, so that its cause is visible.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useCancelAnswer(id: ChatId) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.chats[":id"].cancel.$post({ param: { id } })),
    onSuccess: (chat) => showChat(queryClient, chat),
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: chatQueries.detail(id).queryKey }),
  });
}

/** Adds messages from a response to the cached conversation. */
export function addMessages(
  queryClient: QueryClient,
  id: ChatId,
  messages: readonly ChatMessage[],
  more: Partial<Chat> = {},
) {
  queryClient.setQueryData(chatQueries.detail(id).queryKey, (chat) => {
    if (chat === undefined) return undefined;
    const known = new Set(chat.messages.map((message) => message.id));
    const added = messages.filter((message) => !known.has(message.id));
    return { ...chat, ...more, messages: [...chat.messages, ...added] };
  });
}

function showChat(queryClient: QueryClient, chat: Chat) {
  queryClient.setQueryData(chatQueries.detail(chat.id).queryKey, chat);
  void queryClient.invalidateQueries({ queryKey: chatQueries.lists(chat.workspace_id) });
}
