import { join } from "node:path";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { MessageStore } from "#domain/chat/message-store.ts";
import { actionsOf } from "#actions/registry.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { reserveOutputPath } from "#loop/answer-file.ts";
import type { BriefingFiles } from "#loop/workplace.ts";
import { chatBriefing, type ChatBriefing } from "./chat-briefing.ts";
import { chatContext } from "./chat-context.ts";

export interface ChatBriefingDeps {
  agentStore: AgentStore;
  messageStore: MessageStore;
  /** What is known of the CLIs so far. */
  cliStatus: () => CliHealth[];
  isMailConfigured: () => boolean;
  /** What the Malamar agent is told to be; makes sure that what it may read is there. */
  malamarInstruction: () => string;
  tempDir: string;
}

/** Writes what the agent has to read, and says where its answer belongs. */
export function writeChatBriefing(
  deps: ChatBriefingDeps,
  about: Pick<ChatBriefing, "workspace" | "chat" | "agent">,
): BriefingFiles {
  const { tempDir } = deps;
  const { workspace, chat, agent } = about;
  const base = join(tempDir, `malamar_chat_${chat.id}`);
  const inputPath = `${base}.md`;
  const contextPath = `${base}_context.md`;
  const outputPath = reserveOutputPath(tempDir, "malamar_chat_output");
  writePrivateFile(
    contextPath,
    chatContext({
      workspace,
      team: deps.agentStore.list(chat.workspace_id),
      clis: deps.cliStatus(),
      isMailConfigured: deps.isMailConfigured(),
    }),
  );
  writePrivateFile(
    inputPath,
    chatBriefing({
      ...about,
      instruction: agent?.instruction ?? deps.malamarInstruction(),
      messages: deps.messageStore.list(chat.id),
      actions: actionsOf(agent === null),
      contextPath,
      outputPath,
    }),
  );
  return { inputPath, outputPath };
}
