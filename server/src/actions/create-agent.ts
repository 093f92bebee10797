import { z } from "zod";
import { CreateAgent } from "@malamar/contract/agent.ts";
import { InstalledCliType } from "@malamar/contract/cli.ts";
import { defineAction, quotedName } from "./action.ts";

export const createAgent = defineAction({
  type: "create_agent",
  isForEveryone: false,
  about:
    "Add an agent to the team. Without cli_type it gets the first CLI that works; without order it goes last, with order it takes that place and the others move behind it.",
  example: {
    type: "create_agent",
    name: "Reviewer",
    instruction: "You review the code that the Implementer has written. …",
    cli_type: "claude",
    order: 3,
  },
  fields: {
    ...CreateAgent.pick({ name: true, instruction: true, cli_type: true, model: true }).shape,
    // The Demo CLI shows what Malamar does; it is not for real work.
    cli_type: InstalledCliType.optional(),
    order: z
      .number("must be a number")
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .optional(),
  },
  perform: ({ order, ...fields }, { chat, actor }, { agentService }) => {
    const agent = agentService.create(actor, chat.workspace_id, fields);
    if (order !== undefined && order < agent.order) {
      const team = agentService.list(chat.workspace_id).rows.map(({ id }) => id);
      team.splice(order - 1, 0, ...team.splice(-1));
      agentService.reorder(actor, chat.workspace_id, team);
    }
    return { text: `Created agent ${quotedName(agent.name)}`, agent_id: agent.id };
  },
});
