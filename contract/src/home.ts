import { z } from "zod";
import { Agent } from "./agent.ts";
import { AgentId, WorkspaceId } from "./ids.ts";
import { AttentionItem, TaskSummary } from "./task.ts";
import { Timestamp } from "./text.ts";
import { WorkspaceSummary } from "./workspace.ts";

const count = z.number().int().nonnegative();

/** Without a time, the last 12 hours. */
export const HomeQuery = z.object({
  since: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-01-31T08:00:00.000Z" })
    .optional(),
});

/** How many tasks wait for each reason. */
export const WaitCounts = z.object({ in_review: count, guard: count, error: count, quota: count });
export type WaitCounts = z.infer<typeof WaitCounts>;

/** Why a task waits, as people see it: a reached limit is different from a handover by the team. */
export type WaitKind = keyof WaitCounts;

/** The beginning of an agent's last comment on a task. */
export const LastWord = z.object({
  agent_id: AgentId,
  agent_name: z.string(),
  content: z.string(),
});
export type LastWord = z.infer<typeof LastWord>;

export const HomeAttention = AttentionItem.extend({
  task_number: TaskSummary.shape.number,
  said: LastWord.nullable(),
});
export type HomeAttention = z.infer<typeof HomeAttention>;

/** A task with an active pass. */
export const HomeRunning = TaskSummary.extend({
  workspace_title: z.string(),
  /** When the pass began. */
  working_since: Timestamp,
  said: LastWord.nullable(),
});
export type HomeRunning = z.infer<typeof HomeRunning>;

export const HomeWorkspace = WorkspaceSummary.pick({
  id: true,
  title: true,
  is_paused: true,
  is_demo: true,
  agent_count: true,
  todo_count: true,
  in_progress_count: true,
  in_review_count: true,
  last_activity_at: true,
});
export type HomeWorkspace = z.infer<typeof HomeWorkspace>;

const cost = {
  cost_usd: z.number().nonnegative(),
  run_count: count,
  /** Runs whose CLI reported no cost: with them, cost_usd is too low. */
  unpriced_run_count: count,
};

const WorkspaceCost = z.object({ workspace_id: WorkspaceId, title: z.string(), ...cost });
export type WorkspaceCost = z.infer<typeof WorkspaceCost>;

const AgentCost = z.object({
  workspace_id: WorkspaceId,
  workspace_title: z.string(),
  /** Null for the Malamar agent. */
  agent_id: AgentId.nullable(),
  name: z.string(),
  ...cost,
});
export type AgentCost = z.infer<typeof AgentCost>;

/** The whole home page in one answer. */
export const Home = z.object({
  since: Timestamp,
  /** What started to wait for the person since then, and what is running now. */
  counts: z.object({
    /** Handed over by the team. */
    ready: count,
    /** Stopped by a limit. */
    stopped: count,
    failed: count,
    running: count,
    cost_usd: z.number().nonnegative(),
    unpriced_run_count: count,
  }),
  attention: z.object({
    counts: WaitCounts,
    /** The longest waits; GET /api/attention has all of them. */
    items: z.array(HomeAttention),
  }),
  /** The longest pass first; counts.running says how many there are. */
  running: z.array(HomeRunning),
  /** The most recently active first. */
  workspaces: z.array(HomeWorkspace),
  /** The cost of runs that ended in the last 7 days, the most expensive first. */
  costs: z.object({
    ...cost,
    workspaces: z.array(WorkspaceCost),
    agents: z.array(AgentCost),
  }),
  /** The engines of the agents that it names. */
  agents: z.array(Agent.pick({ id: true, cli_type: true })),
});
export type Home = z.infer<typeof Home>;
