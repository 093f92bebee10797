import type { Database } from "bun:sqlite";
import { nanoid } from "nanoid";
import { databasePath } from "@malamar/server/data-directory/data-directory.ts";
import { openDatabase } from "@malamar/server/db/open.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { benchApp, USER } from "../harness/malamar-app.ts";
import { agentInput } from "../harness/rows-variant.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

/** A third of a second, and several checkpoints of the write-ahead log. */
const CREATIONS = 3000;

type Create = (input: ReturnType<typeof agentInput>) => void;

export const createRow: Scenario = {
  rows: [
    { name: "create a row through the service", unit: "creations/s", better: "higher", bound: 0.7 },
  ],
  note: () =>
    `create a row through the service: ${CREATIONS} agents, one after the other, each checked, written ` +
    "in its own transaction, and published to listeners. Bare: the same SQL, written out.",
  bare: async () => {
    const folder = temporaryFolder();
    const db = openDatabase(databasePath(folder));
    return variant(folder, bareCreate(db), async () => db.close());
  },
  malamar: async () => {
    const folder = temporaryFolder();
    const app = await benchApp(folder);
    const { id } = app.workspaceService.create(USER, { title: "Bench" });
    return variant(
      folder,
      (input) => void app.agentService.create(USER, id, input),
      () => app.stop(),
    );
  },
};

function variant(folder: string, create: Create, stop: () => Promise<void>): Variant {
  let created = 0;
  return {
    round: async () => {
      const startedAt = performance.now();
      for (let at = 0; at < CREATIONS; at++) create(agentInput(++created));
      return [CREATIONS / ((performance.now() - startedAt) / 1000)];
    },
    close: async () => {
      await stop();
      removeFolder(folder);
    },
  };
}

/** The statements of the service, written out. */
function bareCreate(db: Database): Create {
  const workspaceId = nanoid();
  db.query(
    `INSERT INTO workspaces (id, title, last_activity_at, created_at, updated_at)
     VALUES (?, 'Bench', '', '', '')`,
  ).run(workspaceId);
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const selectWorkspace = db.prepare("SELECT * FROM workspaces WHERE id = ?");
  const selectName = db.prepare("SELECT id FROM agents WHERE workspace_id = ? AND name = ?");
  const selectLast = db.prepare<{ last: number }, [string]>(
    `SELECT coalesce(max("order"), 0) AS last FROM agents WHERE workspace_id = ?`,
  );
  const insert = db.prepare(
    `INSERT INTO agents (id, workspace_id, name, instruction, cli_type, model, "order", created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = db.prepare("UPDATE workspaces SET last_activity_at = ? WHERE id = ?");

  return ({ name, instruction, cli_type }) => {
    begin.run();
    if (!selectWorkspace.get(workspaceId)) throw new Error("The workspace is gone.");
    if (selectName.get(workspaceId, name)) throw new Error("The name is taken.");
    const now = new Date().toISOString();
    const order = selectLast.get(workspaceId)!.last + 1;
    insert.run(nanoid(), workspaceId, name, instruction, cli_type, null, order, now, now);
    touch.run(now, workspaceId);
    commit.run();
  };
}
