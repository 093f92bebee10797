import { z } from "zod";

/** A nanoid. Ids are branded so that an agent's id cannot be passed where a workspace's belongs. */
const Id = z.string("must be an id").length(21, "must be an id of 21 characters");

export const WorkspaceId = Id.brand<"WorkspaceId">();
export type WorkspaceId = z.infer<typeof WorkspaceId>;

export const AgentId = Id.brand<"AgentId">();
export type AgentId = z.infer<typeof AgentId>;
