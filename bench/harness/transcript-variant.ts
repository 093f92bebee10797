import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { startChild } from "./child-process.ts";
import { removeFolder, temporaryFolder } from "./clean-up.ts";
import { writeCliLines, writeLastLine } from "./cli-lines.ts";
import { startRunsServer } from "./runs-server.ts";
import type { Variant } from "./scenario.ts";
import { ANSWER, shellProgram } from "./shell-program.ts";

const FILE_BYTES = 10 * 1024 * 1024;

/** A process that reads a flooding program's output, to its end. */
export interface FloodReader {
  bytes: number;
  readAll: () => Promise<void>;
  pid: number;
  /** How many bytes it has written so far. */
  written: () => number;
  /** Deletes what it wrote. */
  forget: () => void;
}

type Round = (reader: FloodReader) => Promise<number>;

/** Only splits the lines, parses each, writes it as JSON again and appends it. */
export async function bareReader(files: number, round: Round): Promise<Variant> {
  const flood = floodProgram(files);
  const file = join(flood.folder, "written");
  const args = [file, flood.path, join(flood.folder, "answer")];
  const server = await startChild("bare-transcript-server", [...args, ...flood.args]);
  const reader: FloodReader = {
    bytes: flood.bytes,
    readAll: async () => void (await server.ask("read")),
    pid: server.pid,
    written: () => sizeOf(file),
    forget: () => rmSync(file),
  };
  return {
    round: async () => [await round(reader)],
    close: async () => {
      await server.close();
      removeFolder(flood.folder);
    },
  };
}

/** The whole path: a task is created, its only agent floods, and the task is done. */
export async function malamarReader(files: number, round: Round): Promise<Variant> {
  const flood = floodProgram(files);
  const server = await startRunsServer(flood.path, flood.args);
  const workspaceId = await server.createTeam(1);
  const { runsFolder } = server;
  const transcripts = () =>
    existsSync(runsFolder) ? readdirSync(runsFolder).map((name) => join(runsFolder, name)) : [];
  const reader: FloodReader = {
    bytes: flood.bytes,
    readAll: () => server.workTask(workspaceId),
    pid: server.pid,
    written: () => transcripts().reduce((sum, file) => sum + sizeOf(file), 0),
    forget: () => transcripts().forEach((file) => rmSync(file)),
  };
  return {
    round: async () => [await round(reader)],
    close: async () => {
      await server.close();
      removeFolder(flood.folder);
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Writes as fast as the reader reads: it only copies, and generates nothing while it runs. */
function floodProgram(files: number) {
  const folder = temporaryFolder();
  const lines = join(folder, "lines");
  const last = join(folder, "last");
  const bytes = writeCliLines(lines, FILE_BYTES) * files;
  writeLastLine(last);
  const path = shellProgram(folder, [
    `echo '${ANSWER}' >"$1"`,
    "shift",
    // Leaves no process between us and the pipe.
    'exec /bin/cat "$@"',
  ]);
  return { folder, path, bytes, args: [...Array<string>(files).fill(lines), last] };
}
