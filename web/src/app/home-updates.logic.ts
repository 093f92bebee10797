import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";

/** Events about things the home page does not show. */
const ELSEWHERE: ReadonlySet<ServerEventType> = new Set([
  "task.changes_updated",
  "chat.changes_updated",
  "worktree.updated",
  "settings.updated",
  "cli.health_changed",
  "database.changed",
]);

/** The home page shows a part of every workspace, so nearly every event changes it. */
export function changesHome({ type }: Pick<ServerEvent, "type">): boolean {
  return !ELSEWHERE.has(type);
}
