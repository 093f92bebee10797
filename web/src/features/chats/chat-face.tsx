import type { Chat } from "@malamar/contract/chat.ts";
import { AgentFace } from "#components/agent-face.tsx";

type ChatFaceProps = { chat: Pick<Chat, "agent_id" | "agent_name" | "effective_cli_type"> };

/** Whoever answers in a chat, on the CLI that answers now. */
export function ChatFace({ chat: { agent_id, agent_name, effective_cli_type } }: ChatFaceProps) {
  return <AgentFace id={agent_id} name={agent_name} engine={effective_cli_type ?? undefined} />;
}
