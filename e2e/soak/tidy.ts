import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { named, type Scene } from "#long-runs/invariants/invariant.ts";
import { isOk } from "#long-runs/client.ts";
import type { Ledger } from "#long-runs/ledger.ts";
import { idOf } from "#long-runs/people/person.ts";
import type { Offices } from "./offices.ts";

interface Row {
  id: string;
  status: string;
}

/**
 * At the end of an hour everything is checked and deleted; what is Done may stay for the cleanup.
 */
export async function tidy(scene: Scene, offices: Offices, staysDone: boolean): Promise<void> {
  for (const id of [...offices.teams, offices.talkers]) await tidyTasks(scene, id, staysDone);
  await removeAll(scene, "chat", `workspace:${offices.talkers}`, "/api/chats");
  const standing = [...offices.teams, offices.talkers].map((id) => `workspace:${id}`);
  const other = scene.ledger.keysOf("workspace").filter((key) => !standing.includes(key));
  for (const key of other) await remove(scene, key, `/api/workspaces/${idOf(key)}`);
}

async function tidyTasks({ client, ledger }: Scene, workspace: string, staysDone: boolean) {
  const path = `/api/workspaces/${workspace}/tasks`;
  const { body } = (await client.send("GET", path)) ?? {};
  const rows = (body ?? []) as Row[];
  for (const { id, status } of rows) {
    if (status !== "done") await client.send("PUT", `/api/tasks/${id}`, { status: "done" });
  }
  for (const key of ledger.keysOf("task", `workspace:${workspace}`)) {
    ledger.asked(key, { fields: { done: 1 } }).acknowledged();
  }
  if (!staysDone && isOk(await client.send("DELETE", `${path}/done`)))
    expectGone(ledger, workspace);
}

/** All tasks of the workspace were Done, and are deleted. */
export function expectGone(ledger: Ledger, workspace: string): void {
  for (const key of ledger.keysOf("task", `workspace:${workspace}`)) {
    ledger.asked(key, { isThere: false }).acknowledged();
  }
}

async function removeAll(scene: Scene, kind: string, parent: string, path: string): Promise<void> {
  for (const key of scene.ledger.keysOf(kind, parent))
    await remove(scene, key, `${path}/${idOf(key)}`);
}

async function remove({ client, ledger }: Scene, key: string, path: string): Promise<void> {
  const asked = ledger.asked(key, { isThere: false });
  if (isOk(await client.send("DELETE", path))) asked.acknowledged();
}

/** What Malamar leaves in the temp directory, where the system cleans up and not Malamar. */
const LEFT_TO_THE_SYSTEM =
  /^malamar_((task|chat)_[\w-]{21}(_attachments|_context\.md|_comments\.jsonl|\.md)?|(chat_)?output_[\w-]{21}\.json)$/;
const KNOWLEDGE = /^malamar_knowledge_\w+$/;

/** Deletes old files as the system does, and reports those that should never have been left. */
export function cleanTempDirectory({ world: { tempDir }, ledger }: Scene) {
  for (const key of ledger.keysOf("file")) ledger.asked(key, { isThere: false }).acknowledged();
  const names = readdirSync(tempDir).filter((name) => !KNOWLEDGE.test(name));
  for (const name of names) rmSync(join(tempDir, name), { recursive: true });
  const strange = names.filter((name) => !LEFT_TO_THE_SYSTEM.test(name));
  return { left: names.length, problems: named("Strange files in the temp directory", strange) };
}
