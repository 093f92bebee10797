import type { Agent } from "@malamar/contract/agent.ts";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createChatApp } from "./chat-app.ts";

/** A chat with the Malamar agent, which asks for these actions; returns the results. */
export async function malamarDoes(
  options: Parameters<typeof createChatApp>[0],
  ask: (agents: readonly Agent[]) => object[],
) {
  const app = await createChatApp(options);
  app.script.parts["Malamar"] = () => ({ message: "Here you are", actions: ask(app.agents) });
  const { id } = await app.startChat();
  const chat = await app.ask(id);
  const agents = () => app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
  return {
    ...app,
    chatAfter: chat,
    /** The agent's own message. */
    answer: chat.messages[1]!,
    /** What Malamar says about what failed. */
    failures: chat.messages.slice(2).map(({ message }) => message),
    team: async () => (await agents()).map(({ order, name }) => `${order} ${name}`),
    agentsNow: agents,
    workspaceNow: () => app.get<Workspace>(`/api/workspaces/${app.workspace.id}`),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

export const results = ({ actions }: ChatMessage) => actions?.map(({ result }) => result.status);
