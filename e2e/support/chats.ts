import type { Chat, CreateChat } from "@malamar/contract/chat.ts";
import { request, type Run } from "./board.ts";
import { until } from "./until.ts";

/** What a person does in chats, over HTTP. */
export function createChats(url: string) {
  const get = (id: string) => request<Chat>(url, "GET", `/api/chats/${id}`);
  const say = (id: string, message: string) =>
    request(url, "POST", `/api/chats/${id}/messages`, { message });

  return {
    get,
    say,
    start: (workspaceId: string, chat: CreateChat = {}) =>
      request<Chat>(url, "POST", `/api/workspaces/${workspaceId}/chats`, chat),
    stop: (id: string) => request<Chat>(url, "POST", `/api/chats/${id}/cancel`),
    runs: (id: string) => request<Run[]>(url, "GET", `/api/chats/${id}/runs`),

    /** As a browser would. */
    async upload(id: string, name: string, content: string): Promise<void> {
      const form = new FormData();
      form.append("files", new File([content], name));
      const path = `${url}/api/chats/${id}/attachments`;
      const response = await fetch(path, { method: "POST", body: form });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    },

    /** Sends a message and waits until the chat is free again. */
    async ask(id: string, message: string, patienceMs: number): Promise<Chat> {
      await say(id, message);
      return await until(
        async () => {
          const chat = await get(id);
          return chat.is_processing ? null : chat;
        },
        `"${message}" is answered at ${url}/api/chats/${id}`,
        patienceMs,
      );
    },
  };
}
