import type { ServerEvent } from "@malamar/contract/event.ts";
import { newId } from "@malamar/server/lib/id.ts";

/** An event of about 330 bytes on the wire: one of our longer ones. */
export const frameEvent: ServerEvent & { type: "agent.updated" } = {
  type: "agent.updated",
  workspace_id: newId(),
  agent_id: newId(),
  agent_name: "n".repeat(180),
};
