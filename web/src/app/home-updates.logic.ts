import type { ServerEvent, ServerEventType } from "@malamar/contract/event.ts";

/** What the home page does not show. */
const ELSEWHERE: ReadonlySet<ServerEventType> = new Set([
  "settings.updated",
  "cli.health_changed",
  "database.changed",
]);

/** It shows something of every workspace, so nearly everything changes it. */
export function changesHome({ type }: Pick<ServerEvent, "type">): boolean {
  return !ELSEWHERE.has(type);
}
