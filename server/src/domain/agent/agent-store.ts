import type { Database } from "bun:sqlite";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { PageQuery } from "@malamar/contract/page.ts";

const COLUMNS = `id, workspace_id, name, instruction, cli_type, model, "order", created_at, updated_at`;

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
  const insert = db.prepare<unknown, [Agent]>(
    `INSERT INTO agents (${COLUMNS})
     VALUES ($id, $workspace_id, $name, $instruction, $cli_type, $model, $order, $created_at, $updated_at)`,
  );
  const update = db.prepare<unknown, [Omit<Agent, "workspace_id" | "created_at" | "order">]>(
    `UPDATE agents SET name = $name, instruction = $instruction, cli_type = $cli_type,
       model = $model, updated_at = $updated_at WHERE id = $id`,
  );
  const remove = db.prepare<unknown, [AgentId]>("DELETE FROM agents WHERE id = ?");
  // Orders are unique at every moment, so they move through negative numbers to their new places.
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

    /** The team in its order. */
    list: (workspaceId: WorkspaceId) => selectTeam.all(workspaceId),

    /** A part of the team: `limit` agents after the agent `before`. */
    page: (workspaceId: WorkspaceId, { limit, before }: PageQuery) =>
      selectPage.all({ workspace_id: workspaceId, before: before ?? null, limit: limit ?? -1 }),

    lastOrder: (workspaceId: WorkspaceId) => selectLast.get(workspaceId)!.last,

    insert: (agent: Agent) => void insert.run(agent),

    update({ id, name, instruction, cli_type, model, updated_at }: Agent): void {
      update.run({ id, name, instruction, cli_type, model, updated_at });
    },

    /** Closes the gap it leaves. */
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
