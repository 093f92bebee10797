import { z } from "zod";
import { ID_LENGTH } from "./plain/id.ts";
import { measured } from "./text.ts";

/** A nanoid. Ids are branded so that an agent's id cannot be passed where a workspace's belongs. */
const Id = z.string("must be an id").length(ID_LENGTH, {
  ...measured(`must be an id of ${ID_LENGTH} characters`),
  // Where an id is one of several possibilities, the message names them all.
  abort: true,
});

export const WorkspaceId = Id.brand<"WorkspaceId">();
export type WorkspaceId = z.infer<typeof WorkspaceId>;

export const AgentId = Id.brand<"AgentId">();
export type AgentId = z.infer<typeof AgentId>;

export const TaskId = Id.brand<"TaskId">();
export type TaskId = z.infer<typeof TaskId>;

export const CommentId = Id.brand<"CommentId">();
export type CommentId = z.infer<typeof CommentId>;

export const ChatId = Id.brand<"ChatId">();
export type ChatId = z.infer<typeof ChatId>;

export const RunId = Id.brand<"RunId">();
export type RunId = z.infer<typeof RunId>;

export const WorktreeId = Id.brand<"WorktreeId">();
export type WorktreeId = z.infer<typeof WorktreeId>;

export const CheckpointId = Id.brand<"CheckpointId">();
export type CheckpointId = z.infer<typeof CheckpointId>;

export const KeptWorkId = Id.brand<"KeptWorkId">();
export type KeptWorkId = z.infer<typeof KeptWorkId>;

export const SessionId = Id.brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

/**
 * What executes agents: a CLI by its type, such as `claude`. Limits and waits are kept per engine.
 */
export const EngineId = z.string();
export type EngineId = z.infer<typeof EngineId>;
