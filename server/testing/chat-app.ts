import type { Chat, ChatMessage, ChatSummary, CreateChat } from "@malamar/contract/chat.ts";
import type { CliType } from "@malamar/contract/cli.ts";
import type { Run } from "@malamar/contract/run.ts";
import { fakeProgram } from "./fake-program.ts";
import { createLoopApp, type LoopOptions } from "./loop-app.ts";
import type { Part } from "./scripted-team.ts";
import { tempDir } from "./temp-dir.ts";

/** The binaries that pass for healthy CLIs; the test decides the answers. */
const BINARIES: Partial<Record<CliType, string>> = {
  claude: "claude",
  codex: "codex",
  gemini: "gemini",
  opencode: "opencode",
};

interface ChatOptions extends LoopOptions {
  /** The available CLIs. */
  healthy?: readonly CliType[];
  /** What the Malamar agent does. */
  malamar?: Part;
}

/** The running application, with a workspace whose agents, and the Malamar agent, can chat. */
export async function createChatApp(given: ChatOptions = {}) {
  const { healthy = ["claude"], malamar, ...options } = given;
  const bin = tempDir();
  for (const type of healthy) fakeProgram(bin.path, BINARIES[type]!, "echo 1.0.0");
  const app = await createLoopApp({
    environment: { PATH: `${bin.path}:/usr/bin:/bin` },
    others: malamar ? { Malamar: malamar } : {},
    ...options,
  });
  await app.cliHealth.refresh();

  const chat = (id: string) => app.get<Chat>(`/api/chats/${id}`);

  return {
    ...app,
    chat,
    chats: () => app.get<ChatSummary[]>(`/api/workspaces/${app.workspace.id}/chats`),
    startChat: async (body: CreateChat = {}) =>
      (await app.call<Chat>("POST", `/api/workspaces/${app.workspace.id}/chats`, { body })).body,
    send: (id: string, message = "Hello") =>
      app.call<ChatMessage>("POST", `/api/chats/${id}/messages`, { body: { message } }),
    /** Sends and waits for the answer. */
    async ask(id: string, message = "Hello"): Promise<Chat> {
      await app.call("POST", `/api/chats/${id}/messages`, { body: { message } });
      await app.chatWorkers.drain();
      return chat(id);
    },
    /** As a browser would. */
    async upload(id: string, form: FormData) {
      const encoded = new Response(form);
      // Bun reports it only before the body is read.
      const type = encoded.headers.get("content-type")!;
      return app.call<ChatMessage[]>("POST", `/api/chats/${id}/attachments`, {
        text: await encoded.text(),
        headers: { "content-type": type },
      });
    },
    stopAnswer: (id: string) => app.call<Chat>("POST", `/api/chats/${id}/cancel`),
    change: (id: string, body: object) => app.call<Chat>("PUT", `/api/chats/${id}`, { body }),
    chatRuns: (id: string) => app.get<Run[]>(`/api/chats/${id}/runs`),
    chatQueueOf: (id: string) =>
      app.db
        .query<{ status: string }, [string]>(
          "SELECT status FROM chat_queue WHERE chat_id = ? ORDER BY rowid",
        )
        .all(id)
        .map(({ status }) => status),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      bin[Symbol.dispose]();
    },
  };
}

/** "user: text", oldest first. */
export function saidIn({ messages }: Chat): string[] {
  return messages.map(({ role, message }) => `${role}: ${message}`);
}

export const answers =
  (message: string, ...actions: object[]): Part =>
  () => ({ message, actions });
