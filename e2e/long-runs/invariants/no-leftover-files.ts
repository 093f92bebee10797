import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { idIn, isOk, type Client } from "../client.ts";
import { runIds } from "../found.ts";
import type { World } from "../world.ts";
import { named, type Invariant } from "./invariant.ts";

/** No half uploads, and no files of deleted runs except those that a fault may have left. */
export function createNoLeftoverFiles(ofFaults: ReadonlySet<string>): Invariant {
  return async ({ world, client }) => {
    // What a read-only disk kept is deleted with the next upload.
    if (halfUploads(world.tempDir).length > 0) await uploadOnce(client);
    return [
      ...named("Uploads that were never completed", halfUploads(world.tempDir)),
      ...named(
        "Files without a run",
        strayRunFiles(world).filter((run) => !ofFaults.has(run)),
      ),
    ];
  };
}

async function uploadOnce(client: Client): Promise<void> {
  const workspaces = (await client.send("GET", "/api/workspaces"))?.body as { id: string }[];
  const chat = await client.send("POST", `/api/workspaces/${workspaces[0]?.id}/chats`, {});
  if (!isOk(chat)) return;
  const form = new FormData();
  form.append("files", new File(["Nothing"], "nothing.txt"));
  await client.send("POST", `/api/chats/${idIn(chat)}/attachments`, form);
}

/** Runs that have files but no row. */
export function strayRunFiles(world: World): string[] {
  const dir = join(world.dataDir, "runs");
  if (!existsSync(dir)) return [];
  const owners = new Set(
    readdirSync(dir).map((name) => name.replace(/\.(?:jsonl|input\.md)$/, "")),
  );
  const known = new Set(runIds(world));
  return [...owners].filter((name) => !known.has(name));
}

function halfUploads(tempDir: string): string[] {
  return readdirSync(tempDir)
    .filter((name) => name.endsWith("_attachments"))
    .flatMap((name) => readdirSync(join(tempDir, name)))
    .filter((name) => name.startsWith(".malamar_upload_"));
}
