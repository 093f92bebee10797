import { createHash } from "node:crypto";
import type { AgentId } from "@malamar/contract/ids.ts";

/** One agent comment in a pass. */
export interface Said {
  agent_id: AgentId;
  content: string;
}

/** Equal for two passes in which the same agents said the same, ignoring whitespace. */
export function fingerprintOf(said: readonly Said[]): string {
  const folded = said.map(({ agent_id, content }) => [agent_id, content.trim().split(/\s+/)]);
  return createHash("sha256").update(JSON.stringify(folded)).digest("hex");
}
