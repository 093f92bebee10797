import { ReorderAgents } from "@malamar/contract/agent.ts";
import { defineAction } from "./action.ts";

export const reorderAgents = defineAction({
  type: "reorder_agents",
  isForEveryone: false,
  about: "Put the team in another order: the ids of all its agents, the first to work first.",
  example: {
    type: "reorder_agents",
    agent_ids: ["V1StGXR8_Z5jdHi6B-myT", "3f9aKd02LmQxT7vBnY1_c"],
  },
  fields: ReorderAgents.pick({ agent_ids: true }).shape,
  perform: ({ agent_ids }, { chat, actor }, { agentService }) => {
    const team = agentService.reorder(actor, chat.workspace_id, agent_ids);
    return { text: `New order: ${team.map(({ name }) => name).join(", ")}` };
  },
});
