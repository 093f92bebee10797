import { rmSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "../harness/child-process.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { peakDuring } from "../harness/memory-watch.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { upload } from "../harness/upload.ts";

const MEGABYTES = 2048;
/** What happens only once has happened then. */
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
    "attachment: one file of 2 GB in a form, over a socket. Memory: the most at any moment, over what " +
    "the process had after a file of 8 MB. Bare: a Bun.serve that appends what comes to a file, as it " +
    "is, without looking for the end of the file in it.",
  bare: () => uploads("bare-upload-server.ts", "/", "file"),
  malamar: () => {
    const stored = "malamar_chat_bench_attachments/file";
    return uploads("malamar-upload-server.ts", "/api/chats/bench/attachments", stored);
  },
};

async function uploads(serverFile: string, path: string, stored: string): Promise<Variant> {
  const folder = temporaryFolder();
  const server = await startChild(serverFile, [folder]);
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
