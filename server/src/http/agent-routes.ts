import { Agent, CreateAgent, ReorderAgents, UpdateAgent } from "@malamar/contract/agent.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import { AddTeam } from "@malamar/contract/ready-team.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { AgentService } from "#domain/agent/agent-service.ts";
import type { DeleteAgent } from "#domain/team/delete-agent.ts";
import type { AddSampleTeam } from "#domain/team/sample-team.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { sendPage } from "./send-page.ts";
import { jsonBody, optionalJsonBody, query } from "./validate.ts";

export function agentRoutes(
  agentService: AgentService,
  deleteAgent: DeleteAgent,
  addSampleTeam: AddSampleTeam,
) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces/:id/agents",
      describe({
        permit: { need: "see", of: "workspace" },
        summary: "List the team in order",
        success: 200,
        returns: z.array(Agent),
      }),
      query(PageQuery),
      (c) => sendPage(c, agentService.list(idOf<WorkspaceId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/workspaces/:id/agents",
      describe({
        permit: { need: "work", of: "workspace" },
        summary: "Add an agent at the end of the team",
        success: 201,
        returns: Agent,
      }),
      jsonBody(CreateAgent),
      (c) =>
        c.json(agentService.create(actorOf(c), idOf<WorkspaceId>(c), c.req.valid("json")), 201),
    )
    .post(
      "/api/workspaces/:id/agents/sample-team",
      describe({
        permit: { need: "manage", of: "workspace" },
        summary:
          "Give a workspace without agents a ready-made team; its rules become the workspace's instruction if that is empty",
        success: 201,
        returns: z.array(Agent),
      }),
      optionalJsonBody(AddTeam),
      (c) => c.json(addSampleTeam(actorOf(c), idOf<WorkspaceId>(c), c.req.valid("json").team), 201),
    )
    .put(
      "/api/workspaces/:id/agents/reorder",
      describe({
        permit: { need: "work", of: "workspace" },
        summary: "Put the whole team in a new order",
        success: 200,
        returns: z.array(Agent),
      }),
      jsonBody(ReorderAgents),
      (c) =>
        c.json(
          agentService.reorder(actorOf(c), idOf<WorkspaceId>(c), c.req.valid("json").agent_ids),
          200,
        ),
    )
    .get(
      "/api/agents/:id",
      describe({
        permit: { need: "see", of: "agent" },
        summary: "Read an agent",
        success: 200,
        returns: Agent,
      }),
      (c) => c.json(agentService.get(idOf<AgentId>(c)), 200),
    )
    .put(
      "/api/agents/:id",
      describe({
        permit: { need: "work", of: "agent" },
        summary: "Change any of an agent's fields",
        success: 200,
        returns: Agent,
      }),
      jsonBody(UpdateAgent),
      (c) => c.json(agentService.update(actorOf(c), idOf<AgentId>(c), c.req.valid("json")), 200),
    )
    .delete(
      "/api/agents/:id",
      describe({
        permit: { need: "work", of: "agent" },
        summary: "Delete an agent; its chats continue with the Malamar agent",
        success: 204,
      }),
      (c) => {
        deleteAgent(actorOf(c), idOf<AgentId>(c));
        return c.body(null, 204);
      },
    );
}
