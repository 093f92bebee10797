import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chat, ChatSummary } from "@malamar/contract/chat.ts";
import type { Locator, Page } from "@playwright/test";
import { createBoard } from "./board.ts";
import { expect } from "./fixtures.ts";
import type { Malamar } from "./malamar.ts";
import { until } from "./until.ts";

/** A message that makes the Demo CLI follow these steps. */
export const script = (...steps: string[]) => ["```demo-chat", ...steps, "```"].join("\n");

/** A file that a script waits for with `gate`, and a function that creates it. */
export function gateIn(malamar: Malamar, name = "go-on") {
  const path = join(malamar.home, name);
  return { step: `gate ${path}`, letGo: () => writeFileSync(path, "") };
}

/** What a person does with chats, over HTTP. */
export function createChats(url: string) {
  async function request<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { "Content-Type": "application/json" };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
    const response = await fetch(url + path, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // Our own server's answers follow the contract; a delete has no body.
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }
  const chat = (id: string) => request<Chat>("GET", `/api/chats/${id}`);

  return {
    chat,
    list: (workspaceId: string) =>
      request<ChatSummary[]>("GET", `/api/workspaces/${workspaceId}/chats`),
    create: (workspaceId: string, input: object = {}) =>
      request<Chat>("POST", `/api/workspaces/${workspaceId}/chats`, { cli_type: "demo", ...input }),
    change: (id: string, input: object) => request<Chat>("PUT", `/api/chats/${id}`, input),
    remove: (id: string) => request("DELETE", `/api/chats/${id}`),
    send: (id: string, message: string) =>
      request("POST", `/api/chats/${id}/messages`, { message }),
    /** Sends a message and waits for the answer. */
    async ask(id: string, message: string): Promise<Chat> {
      await request("POST", `/api/chats/${id}/messages`, { message });
      return until(async () => {
        const now = await chat(id);
        return now.is_processing ? null : now;
      }, "the chat is answered");
    },
    async attach(id: string, files: readonly File[]): Promise<void> {
      const body = new FormData();
      for (const file of files) body.append("files", file);
      const response = await fetch(`${url}/api/chats/${id}/attachments`, { method: "POST", body });
      expect(response.status).toBe(201);
    },
  };
}

export interface OpenChat {
  chats: ReturnType<typeof createChats>;
  workspaceId: string;
  chat: Chat;
  pane: Locator;
  box: Locator;
  messages: Locator;
  address: string;
}

type Agents = Parameters<ReturnType<typeof createBoard>["createTeam"]>[0];

/** A workspace with these agents and one chat on the Demo CLI, opened at its own address. */
export async function openChat(
  page: Page,
  malamar: Malamar,
  { agents = [], input = {} }: { agents?: Agents; input?: object } = {},
): Promise<OpenChat> {
  const chats = createChats(malamar.url);
  const workspaceId = await createBoard(malamar.url).createTeam(agents);
  const chat = await chats.create(workspaceId, input);
  const address = `/workspaces/${workspaceId}/chats/${chat.id}`;
  await page.goto(address);
  const pane = page.getByRole("region", { name: "Conversation" });
  const box = pane.getByRole("textbox", { name: "Message" });
  await expect(box).toBeVisible();
  const messages = pane.getByRole("log", { name: "Messages" });
  return { chats, workspaceId, chat, pane, box, messages, address };
}
