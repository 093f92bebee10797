import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openData } from "#app/data.ts";
import { databasePath, prepareDataDirectory } from "#data-directory/data-directory.ts";
import { tryLockDataDirectory } from "#data-directory/data-lock.ts";
import { closeDatabase, isFirstStart, markLeftOpen, requireUsableDatabase } from "#db/open.ts";
import { finishInterruptedRestore } from "#data-directory/restore.ts";
import { createImportWorkspace } from "#domain/workspace-file/import-workspace.ts";
import { readWorkspaceFile } from "#domain/workspace-file/read-workspace-file.ts";
import type { WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { createEventBus } from "#events/event-bus.ts";
import { ONE_USER, userActor } from "#http/principal.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock, systemTimers } from "#lib/clock.ts";
import { expandHome } from "#lib/expand-home.ts";
import { createLogger } from "#lib/logger.ts";
import { StartupError } from "#lib/startup-error.ts";
import { counted } from "./files.ts";

/** Makes a new workspace from the file of an export. */
export async function importFromFile(dataDir: string, file: string): Promise<string> {
  const path = resolve(expandHome(file));
  const content = await read(path);
  prepareDataDirectory(dataDir);
  finishInterruptedRestore(dataDir);
  const lock = tryLockDataDirectory(dataDir);
  if (!lock) {
    throw new StartupError(
      `Malamar is running on the data directory ${dataDir}. Stop it first, or let it import the file itself: POST /api/import takes files up to 16 MiB. Nothing was changed.`,
    );
  }
  try {
    const id = write(databasePath(dataDir), content);
    const { workspace, agents, tasks, chats } = content;
    return [
      `Imported "${workspace.title}" as a new workspace (${id}): ${counted(agents.length, "agent")}, ${counted(tasks.length, "task")}, ${counted(chats.length, "chat")}.`,
      "Nothing in it starts on its own. A task in Todo is on hold until you release it; one in In Review or Done starts when you move it to Todo.",
    ].join("\n");
  } finally {
    lock.release();
  }
}

async function read(path: string): Promise<WorkspaceFile> {
  if (!existsSync(path)) throw new StartupError(`There is no file ${path}. Nothing was changed.`);
  try {
    return readWorkspaceFile(textOf(await readFile(path)));
  } catch (cause) {
    throw new StartupError(
      `${path} cannot be imported: ${messageOf(cause).replace(/\.$/, "")}. Nothing was changed.`,
      { cause },
    );
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not a text file");
  }
}

function write(path: string, content: WorkspaceFile): string {
  if (!isFirstStart(path)) requireUsableDatabase(path);
  const logger = createLogger({ level: "error", format: "text" });
  const { db, afterCrash, unit, stores } = openData(path, {
    bus: createEventBus({ logger }),
    clock: systemClock,
    timers: systemTimers,
    logger,
  });
  try {
    return createImportWorkspace({ ...stores, unit, clock: systemClock })(
      userActor(ONE_USER, "command"),
      content,
    );
  } finally {
    closeDatabase(db);
    // The next start still has to search for what the crash left running.
    if (afterCrash) markLeftOpen(path);
  }
}
