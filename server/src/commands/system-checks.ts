import { existsSync, lstatSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { portHolder, portTakenText } from "#app/port-holder.ts";
import type { Config } from "#config/config.ts";
import { listen } from "#http/http-server.ts";
import { MIN_FREE_DISK_MB } from "#domain/settings/settings-service.ts";
import { messageOf } from "#lib/app-error.ts";
import { freeMbAt } from "#lib/free-mb.ts";
import { mostPossibleFiles } from "#processes/open-files.ts";

export interface Finding {
  ok: boolean;
  text: string;
  /** What to do about it. */
  advice?: string;
}

/** Whether a file can be written there, which modes alone do not tell. */
export function checkTempDirectory(tempDir: string, canBeMade: (path: string) => boolean): Finding {
  const name = `Temp directory: ${tempDir}`;
  const advice = "Choose another one with --temp-dir or MALAMAR_TEMP_DIR.";
  const stats = lstatSync(tempDir, { throwIfNoEntry: false });
  if (!stats) {
    return canBeMade(tempDir)
      ? { ok: true, text: `${name} (not there yet, created at startup)` }
      : { ok: false, text: `${name} (cannot be created)`, advice };
  }
  if (!stats.isDirectory()) return { ok: false, text: `${name} (is not a directory)`, advice };
  if (stats.uid !== process.getuid?.()) {
    return { ok: false, text: `${name} (belongs to another user)`, advice };
  }
  const problem = trialProblem(tempDir);
  return problem === null
    ? { ok: true, text: `${name} (writable)` }
    : { ok: false, text: `${name} (${problem})`, advice };
}

/**
 * Why a new file cannot be written to a directory, as the end of a sentence. It tries, because
 * modes do not tell.
 */
export function trialProblem(directory: string): string | null {
  const trial = join(directory, `malamar_doctor_${process.pid}`);
  try {
    writeFileSync(trial, "", { flag: "wx", mode: 0o600 });
    rmSync(trial);
    return null;
  } catch (error) {
    return `not writable: ${messageOf(error)}`;
  }
}

/** Whether a start would get its port, or has got it. */
export async function checkPort(config: Config): Promise<Finding> {
  const { host, port } = config;
  const name = `Port: ${port}`;
  if (port === 0) return { ok: true, text: `${name} (a free one is chosen at startup)` };
  try {
    await listen(() => new Response(), host, port).stop();
    return { ok: true, text: `${name} (free)` };
  } catch (error) {
    const holder = portHolder(config);
    const advice = holder ? portTakenText(config, holder) : messageOf(error);
    return holder && isSameDirectory(holder.dataDir, config["data-dir"])
      ? ownPort(port)
      : { ok: false, text: `${name} (not available)`, advice };
  }
}

export function ownPort(port: number): Finding {
  return { ok: true, text: `Port: ${port} (in use by this Malamar)` };
}

function isSameDirectory(one: string, other: string): boolean {
  return existsSync(other) && realpathSync(other) === one;
}

/** `wanted` is the setting: with less space no run starts. */
export function checkFreeSpace(what: string, path: string, wanted = MIN_FREE_DISK_MB): Finding {
  const name = `Free space for the ${what}`;
  try {
    const free = freeMbAt(nearestOf(path));
    if (free >= wanted) return { ok: true, text: `${name}: ${free} MB` };
    const advice = `No agent starts with so little space: free up at least ${wanted} MB, or lower the limit in the settings.`;
    return { ok: false, text: `${name}: ${free} MB, less than ${wanted} MB`, advice };
  } catch (error) {
    const advice = "Check the directory itself first.";
    return { ok: false, text: `${name}: cannot be determined (${messageOf(error)})`, advice };
  }
}

function nearestOf(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false }) ? path : nearestOf(dirname(path));
}

/** Below this a few open pages and runs are too many. */
const FEWEST_FILES = 1024;

export function checkOpenFiles(most = mostPossibleFiles()): Finding {
  if (most === null) return { ok: true, text: "Open files: unknown on this system" };
  if (most >= FEWEST_FILES) return { ok: true, text: `Open files: up to ${most}` };
  return {
    ok: false,
    text: `Open files: up to ${most}, less than ${FEWEST_FILES}`,
    advice: `Raise the limit where Malamar is started: ulimit -n ${FEWEST_FILES * 4}, or LimitNOFILE= in its service.`,
  };
}
