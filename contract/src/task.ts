import { z } from "zod";
import { ErrorBody } from "./error.ts";
import { ChangeCount } from "./checkpoint.ts";
import { AgentId, CheckpointId, CommentId, EngineId, RunId, TaskId, WorkspaceId } from "./ids.ts";
import { Label, Labels } from "./label.ts";
import { PageQuery } from "./page.ts";
import { TASK_STATUSES } from "./plain/task.ts";
import { Flag, measured, Name, RequiredText, Text, Timestamp } from "./text.ts";
import { GuardField } from "./workspace.ts";

export const TaskStatus = z.enum(TASK_STATUSES, `must be one of ${TASK_STATUSES.join(", ")}`);
export type TaskStatus = z.infer<typeof TaskStatus>;

const count = z.number().int().nonnegative();

/**
 * What a task that cannot run for a while waits for: a time in `retry_at` (backoff, quota), or
 * something that ends the wait itself.
 */
export const WaitReason = z.enum(["backoff", "quota", "engine", "disk", "directory"]);
export type WaitReason = z.infer<typeof WaitReason>;

/** What a person did with the result. */
export const TaskOutcome = z.enum(["left"]);
export type TaskOutcome = z.infer<typeof TaskOutcome>;

const TaskFields = z.object({
  id: TaskId,
  workspace_id: WorkspaceId,
  /** What people call it: #12. Counted per workspace, and never reused. */
  number: z.number().int().positive(),
  summary: Name,
  description: Text,
  status: TaskStatus,
  /** Its place in Todo, the smallest first. */
  position: z.number(),
  labels: Labels,
  is_priority: Flag,
  /** Not picked up until someone releases it. */
  is_on_hold: Flag,
  /** Passes since the last human input. */
  pass_count: count,
  /** Passes in a row that ended with an error. */
  failure_count: count,
  /** No run before this time; null when the task waits for no time. */
  retry_at: Timestamp.nullable(),
  wait_reason: WaitReason.nullable(),
  /** The CLI that it waits for, or whose quota. */
  wait_cli: EngineId.nullable(),
  /** More detail: what is wrong with the CLI, what uses the directory, how full the disk is. */
  wait_detail: z.string().nullable(),
  /**
   * What went wrong in the last pass, or, on one task of a workspace none of whose programs is
   * there, why none begins; null when nothing did.
   */
  last_error: z.string().nullable(),
  /** What differs from its base in the newest checkpoint; null where there are no checkpoints. */
  changes: ChangeCount.nullable(),
  /** What a person has looked at. */
  looked_checkpoint_id: CheckpointId.nullable(),
  /** Where its result went when it was Done; null before, and where there is no repository. */
  outcome: TaskOutcome.nullable(),
  done_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** The usage of runs, as far as their CLIs report it. */
export const Spend = z.object({
  input_tokens: count,
  output_tokens: count,
  cached_tokens: count,
  cost_usd: z.number().nonnegative(),
  run_count: count,
  /** Runs whose CLI reported no cost: with them, cost_usd is too low. */
  unpriced_run_count: count,
  /** Runs whose tokens are Malamar's own estimate. */
  estimated_run_count: count,
});
export type Spend = z.infer<typeof Spend>;

/** How far an agent is with the latest pass; waiting for its engine, or for what its run needs. */
export const AgentOutcome = z.enum(["done", "skipped", "running", "failed", "waiting"]);
export type AgentOutcome = z.infer<typeof AgentOutcome>;

/** Why a task waits for the person. */
export const AttentionReason = z.enum(["in_review", "error", "quota"]);
export type AttentionReason = z.infer<typeof AttentionReason>;

/** What is happening to a task right now. */
const live = {
  /** Null when it does not wait for the person. */
  attention_reason: AttentionReason.nullable(),
  /** When it began to wait for them. */
  attention_since: Timestamp.nullable(),
  comment_count: count,
  /** Of all its runs, as far as their CLIs report it. */
  cost_usd: z.number().nonnegative(),
  /** A pass is active. */
  is_processing: z.boolean(),
  current_agent_name: z.string().nullable(),
  current_run_id: RunId.nullable(),
  current_run_started_at: Timestamp.nullable(),
  /** The active pass or the last one, counted over the task's life; null before the first. */
  pass: z.number().int().positive().nullable(),
  /** The agents of the workspace in their order, with what each did in that pass; null: not yet. */
  team: z.array(
    z.object({ agent_id: AgentId, name: z.string(), outcome: AgentOutcome.nullable() }),
  ),
};

/** A row of a list: everything but the long text. */
export const TaskSummary = TaskFields.omit({ description: true }).extend(live);
export type TaskSummary = z.infer<typeof TaskSummary>;

export const Task = TaskFields.extend({
  ...live,
  /** Where the agents work and leave their results. */
  working_directory: z.string().nullable(),
  /** Over all its runs. */
  spend: Spend,
  /** Since the last human input: what the guards for cost and tokens count. */
  guarded_spend: Spend,
});
export type Task = z.infer<typeof Task>;

/** A task as it is stored. */
export const StoredTask = TaskFields;
export type StoredTask = z.infer<typeof StoredTask>;

/** What agents learn about a task itself. */
export type BriefedTask = Pick<StoredTask, "summary" | "description">;

export const CreateTask = TaskFields.pick({ summary: true }).extend(
  TaskFields.pick({ description: true, labels: true, is_on_hold: true }).partial().shape,
);
export type CreateTask = z.infer<typeof CreateTask>;

export const UpdateTask = TaskFields.pick({
  summary: true,
  description: true,
  status: true,
  labels: true,
  is_on_hold: true,
}).partial();
export type UpdateTask = z.infer<typeof UpdateTask>;

export const PrioritizeTask = z.object({ is_priority: Flag.default(true) });

/** The Todo task to place it after; null for the top. */
export const PlaceTask = z.object({ after: TaskId.nullable() });

/** Without any of these, all tasks of the workspace, the newest update first. */
export const TaskQuery = PageQuery.extend({
  /** Todo is in pickup order, every other status by its newest update. */
  status: TaskStatus.optional(),
  /** In any case. */
  label: z.string().optional(),
  /** Only tasks that this agent has worked on. */
  agent_id: z.string().optional(),
  /** Only what waits for a person. */
  needs_me: z.literal("1", "must be 1").optional(),
  /** A part of the summary, in any case, or a number such as #12. */
  q: z.string().optional(),
});
export type TaskQuery = z.infer<typeof TaskQuery>;

const MOST_AT_ONCE = 500;

/** The change to all selected tasks: every field that is present. */
export const TaskChange = z
  .strictObject({
    status: TaskStatus,
    is_on_hold: Flag,
    is_priority: Flag,
    /** The whole list, or what to add to it and remove from it. */
    labels: Labels,
    add_labels: Labels,
    remove_labels: z.array(Label, "must be a list of texts"),
    is_deleted: z.literal(true, "must be true"),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, "must say what to change")
  .refine(
    (change) => change.is_deleted === undefined || Object.keys(change).length === 1,
    "cannot delete a task and change it at the same time",
  );
export type TaskChange = z.infer<typeof TaskChange>;

/** Any text: one that is not an id has its own result, like one whose task is gone. */
const SelectedId = z.string("must be an id").brand<"TaskId">();

export const ChangeTasks = z.object({
  ids: z
    .array(SelectedId, "must be a list of ids")
    .min(1, measured("must not be empty"))
    .max(MOST_AT_ONCE, measured(`must be at most ${MOST_AT_ONCE} ids`))
    .overwrite((ids) => [...new Set(ids)]),
  change: TaskChange,
});

/** The result for one selected task; each succeeds or fails separately. */
export const ChangedTask = z.object({
  id: SelectedId,
  /** Why it is unchanged; null when it was changed. */
  error: ErrorBody.shape.error.nullable(),
});
export type ChangedTask = z.infer<typeof ChangedTask>;

export const DeletedCount = z.object({ deleted_count: count });

export const TaskComment = z.object({
  id: CommentId,
  task_id: TaskId,
  workspace_id: WorkspaceId,
  /** user_id is set for a person, agent_id for an agent, neither for Malamar itself. */
  user_id: z.string().nullable(),
  agent_id: AgentId.nullable(),
  author_name: z.string(),
  /** The run in which the agent said it, or which failed. */
  run_id: RunId.nullable(),
  /** Empty once it is deleted. */
  content: z.string(),
  /** A person's remark for agents to read later: it does not start a run. */
  is_note: Flag,
  /** The one agent that a person asks with it; null for the whole team. */
  asks_agent_id: AgentId.nullable(),
  /** When its author last changed the text. */
  edited_at: Timestamp.nullable(),
  deleted_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type TaskComment = z.infer<typeof TaskComment>;

export const CreateComment = z
  .object({
    content: RequiredText,
    is_note: Flag.default(false),
    /** Only this agent of the workspace runs; then the task returns to a person. */
    asks_agent_id: AgentId.nullable().default(null),
  })
  .refine(({ is_note, asks_agent_id }) => !is_note || asks_agent_id === null, {
    path: ["asks_agent_id"],
    error: "must not be set on a note, which asks nobody",
  });
/** What a person says on a task. */
export type CreateComment = z.infer<typeof CreateComment>;

export const UpdateComment = z.object({ content: RequiredText });

export const ActorType = z.enum(["user", "agent", "system", "trigger"]);
export type ActorType = z.infer<typeof ActorType>;

export const GuardName = z.enum([...GuardField.options, "no_progress", "needs_user"]);
export type GuardName = z.infer<typeof GuardName>;

/** How an agent's part of a pass ended. */
export const AgentActionType = z.enum(["skip", "comment", "in_review", "error", "cancelled"]);
export type AgentActionType = z.infer<typeof AgentActionType>;

const agentMetadata = { agent_name: z.string(), run_id: RunId };
const noMetadata = z.null();

/** What goes into the activity log: the name of the event and its data. */
export const ActivityEvent = z.discriminatedUnion("event_type", [
  z.object({ event_type: z.literal("task_created"), metadata: noMetadata }),
  z.object({
    event_type: z.literal("status_changed"),
    metadata: z.object({ old_status: TaskStatus, new_status: TaskStatus }),
  }),
  z.object({ event_type: z.literal("comment_added"), metadata: noMetadata }),
  z.object({ event_type: z.literal("comment_edited"), metadata: noMetadata }),
  z.object({ event_type: z.literal("comment_deleted"), metadata: noMetadata }),
  z.object({ event_type: z.literal("agent_started"), metadata: z.object(agentMetadata) }),
  z.object({
    event_type: z.literal("agent_finished"),
    metadata: z.object({ ...agentMetadata, action_type: AgentActionType }),
  }),
  z.object({ event_type: z.literal("task_cancelled"), metadata: noMetadata }),
  z.object({ event_type: z.literal("task_prioritized"), metadata: noMetadata }),
  z.object({ event_type: z.literal("task_deprioritized"), metadata: noMetadata }),
  z.object({ event_type: z.literal("task_edited"), metadata: noMetadata }),
  z.object({ event_type: z.literal("task_held"), metadata: noMetadata }),
  z.object({ event_type: z.literal("task_released"), metadata: noMetadata }),
  /** Written on every task that is open at that moment. */
  z.object({ event_type: z.literal("workspace_paused"), metadata: noMetadata }),
  z.object({ event_type: z.literal("workspace_resumed"), metadata: noMetadata }),
  z.object({
    event_type: z.literal("worktree_created"),
    metadata: z.object({ branch: z.string(), base_commit: z.string() }),
  }),
  z.object({
    event_type: z.literal("checkpoint_restored"),
    metadata: z.object({ checkpoint_id: CheckpointId }),
  }),
  z.object({
    event_type: z.literal("worktree_removed"),
    metadata: z.object({ branch: z.string() }),
  }),
  z.object({
    event_type: z.literal("guard_tripped"),
    metadata: z.object({ guard: GuardName, detail: z.string() }),
  }),
]);
export type ActivityEvent = z.infer<typeof ActivityEvent>;

export const TaskLog = z.intersection(
  z.object({
    id: z.string(),
    task_id: TaskId,
    workspace_id: WorkspaceId,
    actor_type: ActorType,
    actor_id: z.string().nullable(),
    actor_name: z.string(),
    created_at: Timestamp,
  }),
  ActivityEvent,
);
export type TaskLog = z.infer<typeof TaskLog>;

export const AttentionItem = z.object({
  reason: AttentionReason,
  workspace_id: WorkspaceId,
  workspace_title: z.string(),
  task_id: TaskId,
  task_summary: z.string(),
  status: TaskStatus,
  /** The guard that stopped the loop, and the last error, each in a sentence. */
  detail: z.string().nullable(),
  /** The guard that moved it to In Review, if one did. */
  guard: GuardName.nullable(),
  retry_at: Timestamp.nullable(),
  wait_cli: EngineId.nullable(),
  /** Since when it waits. */
  since: Timestamp,
});
export type AttentionItem = z.infer<typeof AttentionItem>;

/** A request for the count alone gets no rows. */
export const AttentionQuery = z.object({ count: z.literal("1").optional() });

export const AttentionCount = z.object({ count: z.int().nonnegative() });
export type AttentionCount = z.infer<typeof AttentionCount>;
