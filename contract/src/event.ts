import { z } from "zod";
import { CliHealth } from "./cli.ts";
import { AgentId, WorkspaceId } from "./ids.ts";

const workspaceEvent = { workspace_id: WorkspaceId, workspace_title: z.string() };
const agentEvent = { workspace_id: WorkspaceId, agent_id: AgentId, agent_name: z.string() };

/** What every connected page is told. On the wire `type` is the event's name and the rest its data. */
export const ServerEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("workspace.created"), ...workspaceEvent }),
  z.object({ type: z.literal("workspace.updated"), ...workspaceEvent }),
  z.object({ type: z.literal("workspace.deleted"), ...workspaceEvent }),
  z.object({ type: z.literal("agent.created"), ...agentEvent }),
  z.object({ type: z.literal("agent.updated"), ...agentEvent }),
  z.object({ type: z.literal("agent.deleted"), ...agentEvent }),
  z.object({ type: z.literal("agent.reordered"), workspace_id: WorkspaceId }),
  z.object({ type: z.literal("settings.updated") }),
  z.object({ type: z.literal("cli.health_changed"), clis: z.array(CliHealth) }),
]);
export type ServerEvent = z.infer<typeof ServerEvent>;
export type ServerEventType = ServerEvent["type"];

/** What one connection is told about itself: who answers, and that it missed too much to catch up. */
export const StreamEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), version: z.string(), boot_id: z.string() }),
  z.object({ type: z.literal("resync") }),
]);
export type StreamEvent = z.infer<typeof StreamEvent>;
