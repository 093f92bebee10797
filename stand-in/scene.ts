import type {
  BriefedActivity,
  BriefingFile,
  ChatBriefing,
  TaskBriefing,
} from "@malamar/contract/briefing.ts";

/** What a script has to know of an agent's input. */
export interface Scene {
  kind: "task" | "chat";
  /** The agent's instructions, which may contain a script. */
  role: string;
  /** In a chat, the agent's name. */
  agentName: string;
  /** Its subject: the task, or the person's last message. */
  summary: string;
  outputPath: string;
  /** 1 at the agent's first run on this task, or before the first answer in this chat. */
  visit: number;
  /** The newest comment of a person, if it came after this agent's last visit. */
  newUserComment: string | null;
}

export function sceneOf({ briefing, output_path }: BriefingFile): Scene {
  switch (briefing.kind) {
    case "task":
      return { ...taskScene(briefing), outputPath: output_path };
    case "chat":
      return { ...chatScene(briefing), outputPath: output_path };
    case "question":
      throw new Error("The prompt does not name a file to read.");
    default:
      return briefing satisfies never;
  }
}

function taskScene(briefing: TaskBriefing): Omit<Scene, "outputPath"> {
  const { role, summary, comments, activity, agent_name } = briefing;
  const visits = activity.entries.filter((entry) => isStartOf(entry, agent_name));
  const before = visits.at(-2)?.created_at;
  const newest = comments.entries.findLast(({ author }) => author === "User");
  const isNew = before !== undefined && newest !== undefined && newest.created_at > before;
  return {
    kind: "task",
    agentName: "",
    role,
    summary,
    visit: Math.max(1, visits.length),
    newUserComment: isNew ? newest.content : null,
  };
}

function isStartOf({ event_type, metadata }: BriefedActivity, agentName: string): boolean {
  if (event_type !== "agent_started" || !metadata) return false;
  return "agent_name" in metadata && metadata.agent_name === agentName;
}

function chatScene(briefing: ChatBriefing): Omit<Scene, "outputPath"> {
  const { is_malamar, workspace_instruction, role, agent_name, messages } = briefing;
  return {
    kind: "chat",
    // A workspace's instruction is part of its agents' input.
    role: is_malamar ? role : `${workspace_instruction}\n\n${role}`,
    agentName: agent_name,
    summary: messages.findLast((message) => message.role === "user")?.content ?? "",
    visit: messages.filter((message) => message.role === "agent").length + 1,
    newUserComment: null,
  };
}
