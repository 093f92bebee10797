import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { query } from "#support/database-checks.ts";
import { git } from "#support/repositories.ts";
import type { Found, Value } from "./ledger.ts";
import { fingerprint } from "./people/chat-acts.ts";
import type { World } from "./world.ts";

/** Everything that people have made, as it is stored now. */
export function readFound({ dataDir, tempDir, projectsDir }: World): Found {
  const rows = query(dataDir, (select) =>
    TABLES.map(([kind, sql]) => [kind, select<Record<string, Value>>(sql)] as const),
  );
  return new Map([
    ...rows.flatMap(([kind, things]) =>
      things.map((thing) => [`${kind}:${thing["id"]}`, thing] as const),
    ),
    ...attachments(tempDir),
    ...branches(projectsDir),
  ]);
}

const TABLES: readonly (readonly [string, string])[] = [
  ["workspace", "SELECT id, title, description FROM workspaces"],
  ["agent", "SELECT id, name, instruction FROM agents"],
  [
    "task",
    `SELECT id, summary, description, status = 'done' AS done,
       (SELECT count(*) FROM task_comments WHERE task_id = tasks.id
        AND content = 'Task cancelled by user') AS cancels
     FROM tasks`,
  ],
  ["comment", "SELECT id, content FROM task_comments"],
  ["checkpoint", "SELECT id FROM checkpoints"],
  ["chat", "SELECT id, title FROM chats"],
  ["message", "SELECT id, message FROM chat_messages"],
  [
    "setting",
    "SELECT key AS id, json_extract(value, '$') AS value FROM settings WHERE json_valid(value)",
  ],
];

export function runIds({ dataDir }: World): string[] {
  return query(dataDir, (rows) => rows<{ id: string }>("SELECT id FROM runs")).map(({ id }) => id);
}

function attachments(tempDir: string): [string, { content: string }][] {
  return readdirSync(tempDir).flatMap((directory) => {
    const chatId = /^malamar_chat_(.+)_attachments$/.exec(directory)?.[1];
    if (chatId === undefined) return [];
    return readdirSync(join(tempDir, directory)).map((name): [string, { content: string }] => {
      const content = readFileSync(join(tempDir, directory, name), "utf8");
      return [`file:${chatId}/${name}`, { content: fingerprint(content) }];
    });
  });
}

/** Of restored work. */
function branches(projectsDir: string): [string, Record<string, never>][] {
  if (!existsSync(projectsDir)) return [];
  return readdirSync(projectsDir)
    .map((name) => join(projectsDir, name))
    .filter((path) => existsSync(join(path, ".git")))
    .flatMap((path) =>
      git(path, "for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads/kept")
        .split("\n")
        .map((name): [string, Record<string, never>] => [`branch:${name}`, {}]),
    );
}
