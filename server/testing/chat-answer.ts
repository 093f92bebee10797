import { z } from "zod";
import { UpdateAgent } from "@malamar/contract/agent.ts";
import { AgentId } from "@malamar/contract/ids.ts";
import { Name, RequiredText, Text } from "@malamar/contract/text.ts";
import { UpdateWorkspace } from "@malamar/contract/workspace.ts";

const order = z.number().int().positive().optional();

/** What the Malamar agent may ask for in a chat. Nothing but the fields that there are. */
const ChatAction = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("rename_chat"), title: Name }),
  z.strictObject({ type: z.literal("create_task"), summary: Name, description: Text.optional() }),
  z.strictObject({
    type: z.literal("create_agent"),
    ...UpdateAgent.shape,
    name: Name,
    instruction: RequiredText,
    order,
  }),
  z.strictObject({ type: z.literal("update_agent"), agent_id: AgentId, ...UpdateAgent.shape }),
  z.strictObject({ type: z.literal("delete_agent"), agent_id: AgentId }),
  z.strictObject({ type: z.literal("reorder_agents"), agent_ids: z.array(AgentId) }),
  z.strictObject({ type: z.literal("update_workspace"), ...UpdateWorkspace.shape }),
]);

export const ChatOutput = z.strictObject({ message: Text, actions: z.array(ChatAction) });
export type ChatOutput = z.infer<typeof ChatOutput>;
