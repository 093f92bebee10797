import { rmSync } from "node:fs";
import { join } from "node:path";
import { startChild, type Child } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { peakDuring } from "../harness/memory-watch.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { upload } from "../harness/upload.ts";

const MEGABYTES = 2048;
/** By then everything that happens only once has happened. */
const MEGABYTES_BEFORE = 8;

export const attachment: Scenario = {
  rows: [
    {
      name: "memory added by an attachment of 2 GB",
      unit: "MB",
      better: "lower",
      bound: 64,
      bounded: "malamar",
    },
    { name: "attachment throughput", unit: "MB/s", better: "higher", bound: 0.5 },
  ],
  mostRounds: 3,
  note: () =>
    "attachment: one file of 2 GB in a form, over a socket. Memory: the most at any moment, beyond what " +
    "the process had after a file of 8 MB. Bare: a Bun.serve that appends the body to a file unchanged, " +
    "without looking for the end of the uploaded file in it.",
  bare: async () => {
    const folder = temporaryFolder();
    const server = await startChild("bare-upload-server", [folder]);
    return uploads(server, folder, "/", "file");
  },
  malamar: async () => {
    const folder = temporaryFolder();
    const server = await startChild("malamar-server", [folder]);
    const id = await createChat(server.ready);
    const stored = `temp/malamar_chat_${id}_attachments/file`;
    return uploads(server, folder, `/api/chats/${id}/attachments`, stored);
  },
};

function uploads(server: Child, folder: string, path: string, stored: string): Variant {
  return {
    round: async () => {
      await upload(server.ready, path, MEGABYTES_BEFORE);
      const startedAt = performance.now();
      const memory = await peakDuring(server.pid, () => upload(server.ready, path, MEGABYTES));
      const seconds = (performance.now() - startedAt) / 1000;
      rmSync(join(folder, stored));
      return [memory, MEGABYTES / seconds];
    },
    close: async () => {
      await server.close();
      removeFolder(folder);
    },
  };
}

async function createChat(port: number): Promise<string> {
  const create = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    // What is created has an id.
    return (await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as { id: string };
  };
  const workspace = await create("/api/workspaces", { title: "Bench" });
  return (await create(`/api/workspaces/${workspace.id}/chats`, {})).id;
}
