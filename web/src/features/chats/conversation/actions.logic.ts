import type { ChatActionRecord } from "@malamar/contract/chat.ts";
import type { WorkspaceId } from "@malamar/contract/ids.ts";

/** The actions known to this page. A newer server may know more. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["rename_chat", "Rename the chat"],
  ["create_task", "Create a task"],
  ["create_agent", "Create an agent"],
  ["update_agent", "Change an agent"],
  ["delete_agent", "Delete an agent"],
  ["reorder_agents", "Reorder the agents"],
  ["update_workspace", "Change the workspace"],
]);

export type ActionCard = {
  isDone: boolean;
  /** What was done, or would have been done. */
  label: string;
  /** Why it was not done. */
  reason: string | null;
  link: { to: string; label: string } | null;
  /** The agent's input, field by field. */
  details: { name: string; text: string }[];
};

/** Ignored actions were nobody's fault and are not shown. */
export function actionCards(
  actions: readonly ChatActionRecord[],
  workspaceId: WorkspaceId,
): ActionCard[] {
  return actions
    .filter(({ result }) => result.status !== "ignored")
    .map((action) => {
      const { type, result, ...fields } = action;
      const isDone = result.status === "done";
      return {
        isDone,
        label: isDone ? result.text : (WORDS.get(type) ?? type),
        reason: isDone ? null : result.text,
        link: isDone ? linkOf(action, workspaceId) : null,
        details: Object.entries(fields).map(([name, value]) => ({ name, text: textOf(value) })),
      };
    });
}

function linkOf({ type, result }: ChatActionRecord, workspaceId: WorkspaceId): ActionCard["link"] {
  const workspace = `/workspaces/${workspaceId}`;
  if (result.task_id !== null) {
    return { to: `${workspace}/tasks/${result.task_id}`, label: "Open the task" };
  }
  if (result.agent_id !== null || type === "delete_agent" || type === "reorder_agents") {
    return { to: `${workspace}/agents`, label: "Show the agents" };
  }
  if (type === "update_workspace") {
    return { to: `${workspace}/settings`, label: "Show the settings" };
  }
  return null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
