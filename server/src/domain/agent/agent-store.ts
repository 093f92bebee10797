import type { Database } from "bun:sqlite";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";
import { describeRow } from "#db/row.ts";

export const agentRow = describeRow<Agent, { exported: boolean }>()("agents", {
  id: { is: "text", exported: true },
  workspace_id: { is: "text", exported: false },
  name: { is: "text", exported: true },
  instruction: { is: "text", exported: true },
  cli_type: { is: "text", exported: true },
  model: { is: "text or null", default: null, exported: true },
  order: { is: "integer", exported: true },
  created_at: { is: "text", exported: true },
  updated_at: { is: "text", exported: true },
});

const COLUMNS = agentRow.list();

export function createAgentStore(db: Database) {
  const selectOne = db.prepare<Agent, [AgentId]>(`SELECT ${COLUMNS} FROM agents WHERE id = ?`);
  const selectIdByName = db.prepare<{ id: AgentId }, [WorkspaceId, string]>(
    "SELECT id FROM agents WHERE workspace_id = ? AND name = ?",
  );
  const selectTeam = db.prepare<Agent, [WorkspaceId]>(
    `SELECT ${COLUMNS} FROM agents WHERE workspace_id = ? ORDER BY "order"`,
  );
  const selectPage = db.prepare<
    Agent,
    [{ workspace_id: WorkspaceId; before: string | null; limit: number }]
  >(
    `SELECT ${COLUMNS} FROM agents
     WHERE workspace_id = $workspace_id
       AND "order" > coalesce((SELECT "order" FROM agents WHERE id = $before), 0)
     ORDER BY "order" LIMIT $limit`,
  );
  const selectLast = db.prepare<{ last: number }, [WorkspaceId]>(
    `SELECT coalesce(max("order"), 0) AS last FROM agents WHERE workspace_id = ?`,
  );
  const remove = db.prepare<unknown, [AgentId]>("DELETE FROM agents WHERE id = ?");
  // Orders are unique at all times, so agents move to their new places through negative numbers.
  const parkAt = db.prepare<unknown, [order: number, AgentId]>(
    `UPDATE agents SET "order" = -? WHERE id = ?`,
  );
  const parkBehind = db.prepare<unknown, [WorkspaceId, order: number]>(
    `UPDATE agents SET "order" = -("order" - 1) WHERE workspace_id = ? AND "order" > ?`,
  );
  const unpark = db.prepare<unknown, [WorkspaceId]>(
    `UPDATE agents SET "order" = -"order" WHERE workspace_id = ? AND "order" < 0`,
  );

  return {
    get: (id: AgentId) => selectOne.get(id),

    idByName: (workspaceId: WorkspaceId, name: string) =>
      selectIdByName.get(workspaceId, name)?.id ?? null,

    /** The team in order. */
    list: (workspaceId: WorkspaceId) => selectTeam.all(workspaceId),

    /** A part of the team: `limit` agents after the agent `before`. */
    page: (workspaceId: WorkspaceId, { limit, before }: PageQuery) =>
      selectPage.all({ workspace_id: workspaceId, before: before ?? null, limit: limit ?? -1 }),

    lastOrder: (workspaceId: WorkspaceId) => selectLast.get(workspaceId)!.last,

    insert: agentRow.inserter(db),

    update: agentRow.updater(db),

    /** Closes the gap. */
    remove(agent: Agent): void {
      remove.run(agent.id);
      parkBehind.run(agent.workspace_id, agent.order);
      unpark.run(agent.workspace_id);
    },

    reorder(workspaceId: WorkspaceId, ids: readonly AgentId[]): void {
      ids.forEach((id, at) => parkAt.run(at + 1, id));
      unpark.run(workspaceId);
    },
  };
}

export type AgentStore = ReturnType<typeof createAgentStore>;
