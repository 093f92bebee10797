import { z } from "zod";
import { Agent } from "./agent.ts";
import { ChatActionRecord, ChatRole } from "./chat.ts";
import { CliType } from "./cli.ts";
import { AgentId, TaskId } from "./ids.ts";
import { ActivityEvent, ActorType, GuardName, TaskStatus } from "./task.ts";
import { Labels } from "./label.ts";
import { modelProblem } from "./model-name.ts";
import { Flag, Name, OptionalLine, Text } from "./text.ts";
import { PickupOrder, Workspace } from "./workspace.ts";

/**
 * What an export writes. Files outlive the Malamar that wrote them, so another form is another
 * version: a new number, and a reader for the old form in the server's `read-workspace-file.ts`.
 */
export const WORKSPACE_FILE = { format: "malamar-workspace", version: 2 } as const;

/** Stored times are compared as text, so they must have exactly the form of the others. */
const Time = z.iso.datetime({
  precision: 3,
  error: "must be a time such as 2026-01-31T17:30:00.000Z",
});
const count = z
  .number("must be a number")
  .int("must be a whole number")
  .min(0, "must not be negative");
const list = <Item extends z.ZodType>(item: Item) => z.array(item, "must be a list");

/** This form has no triggers: what one did is attributed to Malamar itself. */
export const FileAuthor = ActorType.exclude(["trigger"]);
export type FileAuthor = z.infer<typeof FileAuthor>;

/** Nor does it record edits: comments have their current text. Nor has it what stays behind. */
export const EVENTS_NOT_IN_FILE = [
  "comment_edited",
  "comment_deleted",
  "worktree_created",
  "checkpoint_restored",
  "worktree_removed",
] as const satisfies readonly ActivityEvent["event_type"][];

/** An author: an agent id that is not in the file belongs to a deleted one. */
const author = { agent_id: AgentId.nullable() };

const hasItsAgent = ({ by, agent_id }: { by: string; agent_id: string | null }) =>
  (by === "agent") === (agent_id !== null);
const AGENT_IS_NAMED = {
  path: ["agent_id"],
  error: "is required for an agent, and only for an agent",
};

/** The Malamar agent has no id. */
const ONLY_AGENTS = { path: ["agent_id"], error: "must be null unless the author is an agent" };

const FileAgent = z
  .strictObject({
    ...Agent.pick({ id: true, name: true, instruction: true, cli_type: true, order: true }).shape,
    model: OptionalLine,
    created_at: Time,
    updated_at: Time,
  })
  .superRefine(({ name, model }, context) => {
    const problem = modelProblem(model);
    if (problem === null) return;
    const message = `the model of agent "${name}" ${problem}`;
    context.addIssue({ code: "custom", path: ["model"], message });
  });

const comment = { by: FileAuthor, ...author, content: Text, created_at: Time, updated_at: Time };
const FileComment1 = z.strictObject(comment).refine(hasItsAgent, AGENT_IS_NAMED);
const FileComment = z
  .strictObject({ ...comment, is_note: Flag })
  .refine(hasItsAgent, AGENT_IS_NAMED);

const FileLog = z
  .intersection(z.object({ by: FileAuthor, ...author, created_at: Time }), ActivityEvent)
  .refine(({ by, agent_id }) => by === "agent" || agent_id === null, ONLY_AGENTS);

const FileTask1 = z.strictObject({
  id: TaskId,
  summary: Name,
  description: Text,
  /** In Progress is written as Todo: in a file, nobody is working. */
  status: TaskStatus.exclude(["in_progress"], "must be one of todo, in_review, done"),
  is_priority: Flag,
  pass_count: count,
  failure_count: count,
  last_error: Text.nullable(),
  tripped_guard: z.strictObject({ guard: GuardName, detail: Text }).nullable(),
  attention_at: Time.nullable(),
  done_at: Time.nullable(),
  created_at: Time,
  updated_at: Time,
  comments: list(FileComment1),
  logs: list(FileLog),
});

const FileTask = FileTask1.extend({
  /** The import renumbers them, in this order. */
  number: count.min(1, "must be at least 1"),
  position: z.number("must be a number"),
  labels: Labels,
  is_on_hold: Flag,
  comments: list(FileComment),
});

const isDoneAtATime = ({ status, done_at }: z.infer<typeof FileTask1>) =>
  (status === "done") === (done_at !== null);
const DONE_HAS_A_TIME = {
  path: ["done_at"],
  error: "is required for a Done task, and only for a Done task",
};

const FileMessage = z
  .strictObject({
    role: ChatRole,
    ...author,
    message: Text,
    /** As the agent gave them, with their results. */
    actions: list(ChatActionRecord).nullable(),
    created_at: Time,
  })
  .refine(({ role, agent_id }) => role === "agent" || agent_id === null, ONLY_AGENTS);

const FileChat = z.strictObject({
  agent_id: AgentId.nullable(),
  cli_type: CliType.nullable(),
  title: Name,
  created_at: Time,
  updated_at: Time,
  messages: list(FileMessage),
});

const FileWorkspace1 = z.strictObject({
  // A field that workspaces get later is not part of this form. Last activity is left out too:
  // after an import, that is the import.
  ...Workspace.pick({
    title: true,
    description: true,
    working_directory_mode: true,
    working_directory_path: true,
    auto_delete_done_tasks: true,
    retention_days: true,
    notify_on_error: true,
    notify_on_in_review: true,
    max_passes: true,
    max_cost_usd: true,
    max_tokens: true,
    run_timeout_minutes: true,
    idle_timeout_minutes: true,
  }).shape,
  created_at: Time,
  updated_at: Time,
});

/** The form from before tasks had an order, labels and holds. */
export const WorkspaceFile1 = z.strictObject({
  format: z.literal(WORKSPACE_FILE.format),
  version: z.literal(1),
  exported_at: Time,
  workspace: FileWorkspace1,
  agents: list(FileAgent),
  tasks: list(FileTask1.refine(isDoneAtATime, DONE_HAS_A_TIME)),
  chats: list(FileChat),
});

/** How tasks work in a repository. Files from before that lack these, and get the defaults. */
const InRepository = z.object({
  base_branch: Workspace.shape.base_branch.default(null),
  branch_prefix: Workspace.shape.branch_prefix.default("malamar/"),
  init_submodules: Workspace.shape.init_submodules.default(true),
  copy_patterns: Workspace.shape.copy_patterns.default([".env", ".env.*", ".envrc", ".dev.vars"]),
  /** It comes in switched off. */
  setup_command: Workspace.shape.setup_command.default(null),
  checkpoints: Workspace.shape.checkpoints.default(false),
});

/** A workspace as one readable file: without runs, transcripts, the queue, or anything secret. */
export const WorkspaceFile = WorkspaceFile1.extend({
  version: z.literal(WORKSPACE_FILE.version),
  workspace: FileWorkspace1.extend({
    is_paused: Flag,
    pickup_order: PickupOrder,
    ...InRepository.shape,
  }),
  tasks: list(FileTask.refine(isDoneAtATime, DONE_HAS_A_TIME)),
});
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;
export type WorkspaceFileTask = WorkspaceFile["tasks"][number];
export type WorkspaceFileChat = WorkspaceFile["chats"][number];
