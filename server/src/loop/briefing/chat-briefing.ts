import { MALAMAR_AGENT_NAME, type ChatMessage, type StoredChat } from "@malamar/contract/chat.ts";
import type { Agent } from "@malamar/contract/agent.ts";
import type { Action } from "#actions/action.ts";
import { MOST_CHAT_ACTIONS } from "#actions/registry.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { closed, fenced } from "./markdown.ts";

export interface ChatBriefing {
  workspace: StoredWorkspace;
  chat: StoredChat;
  /** null: the Malamar agent. */
  agent: Agent | null;
  /** What the agent was told to be. */
  instruction: string;
  messages: readonly ChatMessage[];
  actions: readonly Action[];
  contextPath: string;
  outputPath: string;
}

/** Everything an agent has to know to answer in a chat, as one Markdown file. */
export function chatBriefing(briefing: ChatBriefing): string {
  const { workspace, chat, agent, instruction, messages } = briefing;
  return [
    "# Malamar Chat Context",
    "You are being invoked by Malamar's chat feature. A person talks with you and waits for your answer.",
    agent ? closed(workspace.description.trim()) : "",
    agent ? IN_A_CHAT : "",
    closed(instruction.trim()),
    "## Chat Metadata",
    [
      `- Chat ID: ${chat.id}`,
      `- Workspace: ${workspace.title}`,
      `- Agent: ${agent?.name ?? MALAMAR_AGENT_NAME}`,
    ].join("\n"),
    "## Conversation History",
    fenced(messages.map((message) => JSON.stringify(messageLine(message))).join("\n"), "json"),
    "Answer the last message of the person. Messages of the role system are remarks by Malamar: uploads, errors, a switch of the agent. They ask for nothing.",
    "## Additional Context",
    `For workspace state and settings, read: ${briefing.contextPath}`,
    "Read it only when you need it. It names the agents of the team with their ids and instructions, the CLIs and their health, and what is set up.",
    "# Output Instruction",
    outputInstruction(briefing),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** An instruction is written for work on tasks; here a person asks. */
const IN_A_CHAT =
  "What follows is your role in the team. It was written for your work on tasks; here you talk about it. Use your tools as you would there if the person asks for something to be done or looked up.";

/** One message as an agent sees it. */
function messageLine({ role, message, actions, created_at }: ChatMessage) {
  return { role, content: message, ...(actions && { actions }), created_at };
}

function outputInstruction({ outputPath, actions }: ChatBriefing): string {
  const example = { message: "What the person reads, as Markdown.", actions: [] };
  const list = actions.map(
    (action) => `- ${action.about}\n  \`${JSON.stringify(action.example)}\``,
  );
  return `Write your response as JSON to: ${outputPath}

The file does not exist yet: create it, with nothing but the JSON in it. Malamar reads it when you have ended, and nothing else of what you say reaches the person.

The JSON is an object with a message, and a list of actions if something shall be done:

${fenced(JSON.stringify(example, null, 2), "json")}

The actions there are:

${list.join("\n")}

Actions are done in their order, at once and without asking again, each on its own, ${MOST_CHAT_ACTIONS} at most in one answer. What fails is told to the person and to you in the next message.`;
}
