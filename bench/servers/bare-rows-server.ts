import { databasePath } from "@malamar/server/data-directory/data-directory.ts";
import { openDatabase } from "@malamar/server/db/open.ts";
import { endWithParent, tellParent } from "./parent-process.ts";

export function run([folder = ""]: readonly string[]): void {
  endWithParent();
  const db = openDatabase(databasePath(folder));

  const selectWorkspace = db.prepare(
    `SELECT id, title, description, working_directory_mode, working_directory_path,
       auto_delete_done_tasks, retention_days, notify_on_error, notify_on_in_review, max_passes,
       max_cost_usd, max_tokens, run_timeout_minutes, idle_timeout_minutes, last_activity_at,
       created_at, updated_at
     FROM workspaces WHERE id = ?`,
  );
  const selectAgents = db.prepare(
    `SELECT id, workspace_id, name, instruction, cli_type, model, "order", created_at, updated_at
     FROM agents WHERE workspace_id = ? ORDER BY "order"`,
  );

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/api/workspaces/:id": (request) => Response.json(selectWorkspace.get(request.params.id)),
      "/api/workspaces/:id/agents": (request) => Response.json(selectAgents.all(request.params.id)),
    },
  });
  tellParent(server.port!);
}
