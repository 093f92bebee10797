import type { Agent } from "./agent.ts";
import type { ChatMessage } from "./chat.ts";
import type { CliHealth } from "./cli.ts";
import type { ChatId, TaskId } from "./ids.ts";
import type { BriefedTask, TaskComment, TaskLog } from "./task.ts";

/** What an agent receives when its turn comes, whatever executes it. */
export type Briefing = TaskBriefing | ChatBriefing | Question;

export interface TaskBriefing extends BriefedTask {
  kind: "task";
  task_id: TaskId;
  /** The instruction for every agent of the workspace. */
  workspace_instruction: string;
  agent_name: string;
  /** This agent's own instruction. */
  role: string;
  /** Only where a person asked this agent alone: nobody else runs in this pass. */
  is_asked?: true;
  /** The names of the others in the team, in their order. */
  other_agents: readonly string[];
  /** Only where the task has a worktree of its own. */
  worktree?: BriefedWorktree;
  comments: Newest<BriefedComment>;
  activity: Newest<BriefedActivity>;
}

export interface BriefedWorktree {
  /** Where the agent works. */
  path: string;
  branch: string;
  /** What the branch was made from; null where no branch was checked out. */
  base_branch: string | null;
  base_commit: string;
}

/** The end of a long list, oldest first. */
export interface Newest<Entry> {
  entries: readonly Entry[];
  /** How many older ones did not fit. */
  left_out: number;
}

export type BriefedComment = {
  author: string;
  agent_id?: string;
  user_id?: string;
  /** Only set on a note. */
  is_note?: true;
  /** The name of the one agent that it asks. */
  asks?: string;
} & Pick<TaskComment, "content" | "created_at">;

export type BriefedActivity = {
  actor_id?: string;
  metadata?: object;
} & Pick<TaskLog, "event_type" | "actor_type" | "created_at">;

export interface ChatBriefing {
  kind: "chat";
  chat_id: ChatId;
  workspace_title: string;
  workspace_instruction: string;
  agent_name: string;
  /** It is not part of a team: Malamar itself gives it its role. */
  is_malamar: boolean;
  role: string;
  messages: readonly BriefedMessage[];
  /** What it can ask for. */
  actions: readonly BriefedAction[];
  most_actions: number;
  context: ChatContext;
}

export type BriefedMessage = {
  content: string;
  actions?: NonNullable<ChatMessage["actions"]>;
} & Pick<ChatMessage, "role" | "created_at">;

export interface BriefedAction {
  /** One line: when to use it. */
  about: string;
  /** How it is written. */
  example: object;
}

/** The state of the workspace: no tasks, and nothing secret. */
export interface ChatContext {
  settings: Readonly<Record<string, unknown>>;
  team: readonly Agent[];
  clis: readonly CliHealth[];
  is_mail_configured: boolean;
}

/** A request that only finds out whether anyone answers. */
export interface Question {
  kind: "question";
  text: string;
}

/** What the Demo CLI receives: it needs no prose. */
export interface BriefingFile {
  briefing: Briefing;
  /** Where its answer goes. */
  output_path: string;
}
