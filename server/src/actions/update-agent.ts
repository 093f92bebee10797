import { InstalledCliType } from "@malamar/contract/cli.ts";
import { UpdateAgent } from "@malamar/contract/agent.ts";
import { AgentId } from "@malamar/contract/ids.ts";
import { changesOf, defineAction, quotedName } from "./action.ts";
import { teamMember } from "./team-member.ts";

export const updateAgent = defineAction({
  type: "update_agent",
  isForEveryone: false,
  about:
    "Change an agent of the team: its name, instruction, cli_type or model (an empty text leaves the model to the CLI). What you leave out stays. An instruction is replaced as a whole.",
  example: {
    type: "update_agent",
    agent_id: "V1StGXR8_Z5jdHi6B-myT",
    instruction: "You review the code that the Implementer has written. …",
  },
  fields: {
    agent_id: AgentId,
    ...UpdateAgent.pick({ name: true, instruction: true, cli_type: true, model: true }).shape,
    cli_type: InstalledCliType.optional(),
  },
  perform: ({ agent_id, ...fields }, context, services) => {
    const changes = changesOf(fields);
    teamMember(agent_id, context, services);
    const agent = services.agentService.update(context.actor, agent_id, fields);
    return { text: `Changed ${changes} of agent ${quotedName(agent.name)}`, agent_id };
  },
});
