import type { ChatBriefing } from "@malamar/contract/briefing.ts";
import { closed, fenced } from "./markdown.ts";

interface Paths {
  contextPath: string;
  outputPath: string;
}

/** Everything an agent has to know to answer in a chat, as one Markdown file. */
export function chatMarkdown(briefing: ChatBriefing, paths: Paths): string {
  const { workspace_instruction, is_malamar, role, messages } = briefing;
  return [
    "# Malamar Chat Context",
    "You are being invoked by Malamar's chat feature. A person talks with you and waits for your answer.",
    is_malamar ? "" : closed(workspace_instruction.trim()),
    is_malamar ? "" : IN_A_CHAT,
    closed(role.trim()),
    "## Chat Metadata",
    [
      `- Chat ID: ${briefing.chat_id}`,
      `- Workspace: ${briefing.workspace_title}`,
      `- Agent: ${briefing.agent_name}`,
    ].join("\n"),
    "## Conversation History",
    fenced(messages.map((message) => JSON.stringify(message)).join("\n"), "json"),
    "Answer the last message of the person. Messages of the role system are remarks by Malamar: uploads, errors, a switch of the agent, who else is at work in your directory. They ask for nothing.",
    "## Additional Context",
    `For workspace state and settings, read: ${paths.contextPath}`,
    "Read it only when you need it. It names the agents of the team with their ids and instructions, the CLIs and their health, and what is set up.",
    "# Output Instruction",
    outputInstruction(briefing, paths),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** An instruction is written for work on tasks; here a person asks. */
const IN_A_CHAT =
  "What follows is your role in the team. It was written for your work on tasks; here you talk about it. Use your tools as you would there if the person asks for something to be done or looked up.";

function outputInstruction({ actions, most_actions }: ChatBriefing, { outputPath }: Paths): string {
  const example = { message: "What the person reads, as Markdown.", actions: [] };
  const list = actions.map(
    (action) => `- ${action.about}\n  \`${JSON.stringify(action.example)}\``,
  );
  return `Write your response as JSON to: ${outputPath}

The file does not exist yet: create it, with nothing but the JSON in it. Malamar reads it when you have ended, and nothing else of what you say reaches the person.

The JSON is an object with a message, and a list of actions if something should be done:

${fenced(JSON.stringify(example, null, 2), "json")}

The actions there are:

${list.join("\n")}

Actions are done in their order, at once and without asking again, each on its own, ${most_actions} at most in one answer. If one fails, the next message tells the person and you.`;
}
