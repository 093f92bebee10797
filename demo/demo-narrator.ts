import type { ServerEvent } from "@malamar/contract/event.ts";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import type { TaskService } from "@malamar/server/domain/task/task-service.ts";

type EventOf<Type extends ServerEvent["type"]> = Extract<ServerEvent, { type: Type }>;

interface Deps {
  taskService: Pick<TaskService, "get" | "list" | "comments" | "logs">;
  address: string;
  print: (line: string) => void;
}

/** Prints in plain lines what the team does, for people who watch the terminal. */
export function createNarrator({ taskService, address, print }: Deps) {
  const passes = new Map<TaskId, number>();

  /** The rest can be seen on the page. */
  function tell(event: ServerEvent): void {
    if (event.type === "task.updated") tellPass(event);
    if (event.type === "agent.execution_started") print(`${event.agent_name} started`);
    if (event.type === "agent.execution_finished") tellSkip(event);
    if (event.type === "task.comment_added") tellComment(event);
    if (event.type === "task.error_occurred") {
      print(`Something went wrong, Malamar is retrying: ${excerpt(event.error_message)}`);
    }
    if (event.type !== "task.status_changed") return;
    print(moved(event.task_summary, event.old_status, event.new_status));
    if (event.new_status !== "in_review") return;
    print(`  The result is in ${taskService.get(event.task_id).working_directory}`);
    tellRest(event.workspace_id);
  }

  /** A second pass looks like an agent that starts again for no reason. */
  function tellPass({ task_id, task_summary }: EventOf<"task.updated">): void {
    const { pass_count, is_processing } = taskService.get(task_id);
    if (!is_processing || pass_count <= (passes.get(task_id) ?? 1)) return;
    passes.set(task_id, pass_count);
    print(
      `Pass ${pass_count} on “${task_summary}” begins: the team keeps going until it has nothing to add`,
    );
  }

  function tellComment({ task_id, author_name }: EventOf<"task.comment_added">): void {
    // Malamar's own comments are about errors and moves, which are printed anyway.
    if (author_name === "System") return;
    const { rows } = taskService.comments(task_id, {});
    const newest = rows.findLast((comment) => comment.author_name === author_name);
    print(`${author_name} commented: ${excerpt(newest?.content ?? "")}`);
  }

  function tellSkip({ task_id, run_id, agent_name }: EventOf<"agent.execution_finished">): void {
    const end = taskService
      .logs(task_id, {})
      .rows.findLast(
        (log) => log.event_type === "agent_finished" && log.metadata.run_id === run_id,
      );
    if (end?.event_type !== "agent_finished" || end.metadata.action_type !== "skip") return;
    print(`${agent_name} had nothing to do`);
  }

  /** What a person can do once nothing is left to do. */
  function tellRest(workspaceId: WorkspaceId): void {
    const { rows } = taskService.list(workspaceId, {});
    if (rows.some(({ status }) => status === "todo" || status === "in_progress")) return;
    print(
      `The team is done. Your turn: everything it did is at ${address}/workspaces/${workspaceId}/tasks`,
    );
    print("Comment on a task to send it back, or create your own.");
  }

  return { tell };
}

function moved(summary: string, from: TaskStatus, to: TaskStatus): string {
  const task = `“${summary}”`;
  switch (to) {
    case "todo":
      return from === "in_progress" ? `${task} waits for its turn` : `${task} goes back to Todo`;
    case "in_progress":
      return `Work on ${task} begins`;
    case "in_review":
      return `${task} moved to In Review: have a look`;
    case "done":
      return `${task} is done`;
    default:
      return to satisfies never;
  }
}

/** About one line of a terminal, after the name and the time. */
const EXCERPT_LENGTH = 100;

/** The beginning of a Markdown text as one plain line. */
function excerpt(markdown: string): string {
  const plain = markdown
    .replaceAll(/^#+ (.+)$/gm, "$1:")
    .replaceAll(/^(- |\d+\. |> )/gm, "")
    .replaceAll(/[*`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.length <= EXCERPT_LENGTH ? plain : `${plain.slice(0, EXCERPT_LENGTH - 1)}…`;
}
