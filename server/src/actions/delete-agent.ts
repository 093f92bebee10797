import { AgentId } from "@malamar/contract/ids.ts";
import { defineAction, quotedName } from "./action.ts";
import { teamMember } from "./team-member.ts";

export const deleteAgent = defineAction({
  type: "delete_agent",
  isForEveryone: false,
  about: "Remove an agent from the team. Only when the person has asked for that.",
  example: { type: "delete_agent", agent_id: "V1StGXR8_Z5jdHi6B-myT" },
  fields: { agent_id: AgentId },
  perform: ({ agent_id }, context, services) => {
    const { name } = teamMember(agent_id, context, services);
    services.deleteAgent(context.actor, agent_id);
    return { text: `Deleted agent ${quotedName(name)}` };
  },
});
