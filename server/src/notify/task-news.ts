import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskLog, TaskStatus } from "@malamar/contract/task.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import { stoppedAfter } from "#domain/task/guards.ts";
import type { TaskRow, TaskStore } from "#domain/task/task-store.ts";
import type { StoredWorkspace, WorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { shortened } from "#lib/shortened.ts";
import { isWorthTelling } from "./thinning.ts";

/** Something that a person wants to know when they are not looking. */
export interface TaskNews {
  event: "task.in_review" | "task.error";
  workspace: { id: string; title: string };
  task: { id: string; summary: string; status: TaskStatus };
  cause: string;
  /** For errors: how many similar ones there were since the last successful pass. */
  count?: number;
}

export interface NewsDeps {
  workspaceStore: Pick<WorkspaceStore, "get">;
  taskStore: Pick<TaskStore, "get">;
  agentStore: Pick<AgentStore, "list">;
  activityStore: Pick<ActivityStore, "lastMove">;
}

type EventOf<Type extends ServerEvent["type"]> = Extract<ServerEvent, { type: Type }>;

/**
 * Decides which events are news. It must be called as an event is published: it reads what was
 * committed with it.
 */
export function createTaskNews({ workspaceStore, taskStore, agentStore, activityStore }: NewsDeps) {
  return (event: ServerEvent): TaskNews | null => {
    if (event.type === "task.error_occurred") return errorNews(event);
    if (event.type === "task.status_changed") return reviewNews(event);
    return null;
  };

  function errorNews(event: EventOf<"task.error_occurred">): TaskNews | null {
    const { workspace, task } = found(event);
    if (!task || !workspace?.notify_on_error) return null;
    const error = Object.values(task.loop_memory.errors ?? {}).at(-1);
    const count = error?.count ?? 1;
    // An engine's failures count over all tasks.
    const isNews = error?.is_old_news === undefined ? isWorthTelling(count) : !error.is_old_news;
    if (!isNews) return null;
    return { event: "task.error", ...named(workspace, task), cause: event.error_message, count };
  }

  function reviewNews(event: EventOf<"task.status_changed">): TaskNews | null {
    if (event.new_status !== "in_review") return null;
    const { workspace, task } = found(event);
    if (!task || !workspace?.notify_on_in_review) return null;
    const move = activityStore.lastMove(task.id);
    const cause = move && causeOf(move, task);
    if (!cause) return null;
    return { event: "task.in_review", ...named(workspace, task), cause };
  }

  function causeOf({ actor_type, actor_name }: TaskLog, task: TaskRow): string | null {
    switch (actor_type) {
      case "user":
        // The person who moved it there knows.
        return null;
      case "agent":
        return askedBy(actor_name);
      case "system":
        return reasonOf(task);
      case "trigger":
        return "A trigger moved it";
      default:
        return actor_type satisfies never;
    }
  }

  function found({
    workspace_id,
    task_id,
  }: EventOf<"task.error_occurred" | "task.status_changed">) {
    return { workspace: workspaceStore.get(workspace_id), task: taskStore.get(task_id) };
  }

  function reasonOf({ tripped_guard: tripped, workspace_id }: TaskRow): string {
    if (tripped) return shortened(stoppedAfter(tripped));
    if (agentStore.list(workspace_id).length === 0) return "The workspace has no agents";
    return "No agent had anything to add";
  }
}

function askedBy(agentName: string): string {
  return shortened(`${agentName} asked for review`);
}

function named(workspace: StoredWorkspace, task: TaskRow): Pick<TaskNews, "workspace" | "task"> {
  return {
    workspace: { id: workspace.id, title: shortened(workspace.title) },
    task: { id: task.id, summary: shortened(task.summary), status: task.status },
  };
}
