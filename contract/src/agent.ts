import { z } from "zod";
import { CliType } from "./cli.ts";
import { AgentId, WorkspaceId, type EngineId } from "./ids.ts";
import { ModelName } from "./model-name.ts";
import { Name, RequiredText, Timestamp } from "./text.ts";

export const Agent = z.object({
  id: AgentId,
  workspace_id: WorkspaceId,
  /** Unique in its workspace. */
  name: Name,
  instruction: RequiredText,
  cli_type: CliType,
  /** Passed to the CLI unchanged; null lets the CLI choose. */
  model: ModelName,
  /** 1 to n without gaps: the place in the team. */
  order: z.number().int().positive(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Agent = z.infer<typeof Agent>;

/** What executes the agent. */
export function engineIdOf({ cli_type }: { cli_type: EngineId }): EngineId {
  return cli_type;
}

export const UpdateAgent = Agent.pick({
  name: true,
  instruction: true,
  cli_type: true,
  model: true,
}).partial();
export type UpdateAgent = z.infer<typeof UpdateAgent>;

/** Without a cli_type the first healthy CLI is chosen. */
export const CreateAgent = UpdateAgent.required({ name: true, instruction: true });
export type CreateAgent = z.infer<typeof CreateAgent>;

/** The complete team in its new order. */
export const ReorderAgents = z.object({
  agent_ids: z.array(AgentId, "must be the complete list of agent ids"),
});
export type ReorderAgents = z.infer<typeof ReorderAgents>;
