import { InstalledCliType } from "@malamar/contract/cli.ts";
import { UpdateAgent } from "@malamar/contract/agent.ts";
import { AgentId } from "@malamar/contract/ids.ts";
import { AppError } from "#lib/app-error.ts";
import { givenFields } from "#lib/given-fields.ts";
import { defineAction, quotedName } from "./action.ts";
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
  fields: { agent_id: AgentId, ...UpdateAgent.shape, cli_type: InstalledCliType.optional() },
  perform: ({ agent_id, ...fields }, context, services) => {
    const changes = Object.keys(givenFields(fields));
    if (changes.length === 0) throw new AppError("VALIDATION_ERROR", "it names nothing to change");
    teamMember(agent_id, context, services);
    const agent = services.agents.update(agent_id, fields);
    return { text: `Changed ${changes.join(", ")} of agent ${quotedName(agent.name)}`, agent_id };
  },
});
