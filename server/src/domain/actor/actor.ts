import { SYSTEM_NAME } from "@malamar/contract/author.ts";
import type { AgentId } from "@malamar/contract/ids.ts";
import type { ActorType } from "@malamar/contract/task.ts";

/** The door through which somebody came. What agents and Malamar itself do, they do in the loop: a run. */
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

/** A webhook or a schedule. Whoever set it up is a person; what it does is no word of a person. */
interface Trigger extends Known {
  type: "trigger";
  id: string;
}

/** Who does something: every write is told, as its first argument, even where nothing records it. */
export type Actor = User | AgentAtWork | Itself | Trigger;

/** Malamar itself: the loop, a job, a first start. */
export const SYSTEM: Actor = { type: "system", id: null, name: SYSTEM_NAME, via: "run" };

export function agentActor({ id, name }: { id: AgentId | null; name: string }): Actor {
  return { type: "agent", id, name, via: "run" };
}
