import type { Action } from "./action.ts";
import { createAgent } from "./create-agent.ts";
import { createTask } from "./create-task.ts";
import { deleteAgent } from "./delete-agent.ts";
import { renameChat } from "./rename-chat.ts";
import { reorderAgents } from "./reorder-agents.ts";
import { updateAgent } from "./update-agent.ts";
import { updateWorkspace } from "./update-workspace.ts";

/** Everything that an agent can ask for in a chat. */
export const ACTIONS: readonly Action[] = [
  renameChat,
  createTask,
  createAgent,
  updateAgent,
  deleteAgent,
  reorderAgents,
  updateWorkspace,
];

/** More than any sensible answer has; a model that has lost its way stops here. */
export const MOST_CHAT_ACTIONS = 100;

/** What an agent may ask for: the Malamar agent everything, the others a part. */
export function actionsOf(isMalamarAgent: boolean): readonly Action[] {
  return ACTIONS.filter(({ isForEveryone }) => isForEveryone || isMalamarAgent);
}
