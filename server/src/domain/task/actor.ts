import { SYSTEM_NAME, USER_NAME } from "@malamar/contract/author.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import { USER_ID } from "@malamar/contract/ids.ts";

/** Who does something: every write knows. The Malamar agent has no id. */
export type Actor =
  { type: "user" } | { type: "agent"; id: AgentId | null; name: string } | { type: "system" };

export const USER: Actor = { type: "user" };
export const SYSTEM: Actor = { type: "system" };

export function actorId(actor: Actor): string | null {
  if (actor.type === "user") return USER_ID;
  return actor.type === "agent" ? actor.id : null;
}

export function actorName(actor: Actor): string {
  if (actor.type === "user") return USER_NAME;
  return actor.type === "agent" ? actor.name : SYSTEM_NAME;
}
