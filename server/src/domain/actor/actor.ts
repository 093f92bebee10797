import { SYSTEM_NAME } from "@malamar/contract/author.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { ActorType } from "@malamar/contract/task.ts";

/** How someone reached us. Agents and Malamar itself act in the loop: a run. */
export type Via = "page" | "api" | "key" | "mcp" | "command" | "run";

interface Known {
  type: ActorType;
  id: string | null;
  name: string;
  via: Via;
}

export interface User extends Known {
  type: "user";
  id: string;
}

interface AgentAtWork extends Known {
  type: "agent";
  /** The Malamar agent has none. */
  id: AgentId | null;
}

interface Itself extends Known {
  type: "system";
  id: null;
}

/** A webhook or a schedule. A person set it up, but what it does is not human input. */
interface Trigger extends Known {
  type: "trigger";
  id: string;
}

/** Who does something: the first argument of every write, even if nothing records it. */
export type Actor = User | AgentAtWork | Itself | Trigger;

/** Malamar itself: the loop, a job, a first start. */
export const SYSTEM: Actor = { type: "system", id: null, name: SYSTEM_NAME, via: "run" };

export function agentActor({ id, name }: { id: AgentId | null; name: string }): Actor {
  return { type: "agent", id, name, via: "run" };
}
