import { createWriteStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { newestVersion } from "#db/migrate.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openToRead } from "#data-directory/open-to-read.ts";
import { exportName, exportWorkspace } from "#domain/workspace-file/export-workspace.ts";
import {
  createWorkspaceExportStore,
  type WorkspaceExportStore,
} from "#domain/workspace-file/workspace-export-store.ts";
import { systemClock } from "#lib/clock.ts";
import { writeNewFile } from "#lib/new-file.ts";
import { StartupError } from "#lib/startup-error.ts";
import { fileStamp, fileToWrite, inMegabytes } from "./files.ts";
import { interruptible } from "./interruptible.ts";

/** Writes a workspace to a file, with or without a running server. */
export async function exportToFile(
  dataDir: string,
  wanted: string,
  file: string | undefined,
): Promise<string> {
  const source = openToRead(dataDir);
  try {
    if (newestVersion(source.db) < MIGRATIONS.at(-1)!.version) {
      throw new StartupError(
        "The database was written by an older Malamar. Start this version once to update it, then export.",
      );
    }
    const now = systemClock();
    const store = createWorkspaceExportStore(source.db);
    const { title, chunks } = exportWorkspace(store, findWorkspace(store, wanted), now);
    const path = fileToWrite(file, `${exportName(title)}-${fileStamp(now)}.json`);
    await interruptible((signal) =>
      writeNewFile(path, (part) =>
        pipeline(Readable.from(chunks), createWriteStream(part, { flags: "wx", mode: 0o600 }), {
          signal,
        }),
      ),
    );
    return [
      `Exported "${title}" to ${path} (${inMegabytes(statSync(path).size)}).`,
      "It contains its settings, agents, tasks with comments and activity, and chats.",
      "It does not contain runs and their transcripts, the queue, or any global settings, so no keys or variables.",
    ].join("\n");
  } finally {
    source.close();
  }
}

/** By its id, or by a title that only one has. */
function findWorkspace(store: WorkspaceExportStore, wanted: string): WorkspaceId {
  const all = store.titles();
  const sameTitle = all.filter(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  const exact = sameTitle.filter(({ title }) => title === wanted);
  const found = [all.filter(({ id }) => id === wanted), exact, sameTitle].find(
    (candidates) => candidates.length === 1,
  );
  if (found) return found[0]!.id;
  const isAmbiguous = sameTitle.length > 0;
  const candidates = isAmbiguous ? sameTitle : all;
  throw new StartupError(
    [
      isAmbiguous
        ? `Several workspaces are called "${wanted}". Name the one you mean by its id:`
        : `There is no workspace "${wanted}". These exist:`,
      ...candidates.map(({ id, title }) => `  ${id}  ${title}`),
    ].join("\n"),
  );
}
