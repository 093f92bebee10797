import { accessSync, constants, existsSync, lstatSync, statfsSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname } from "node:path";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { CLIS, cliLabel } from "@malamar/contract/plain/cli.ts";
import { lookForServer, serverText, type ServerState } from "#app/running-server.ts";
import type { Config, LoadedConfig } from "#config/config.ts";
import {
  CHOOSE_ANOTHER,
  DATABASE_FILE,
  databasePath,
  dataDirectoryProblem,
} from "#data-directory/data-directory.ts";
import { damageOf } from "#db/inspect-copy.ts";
import { newestVersion } from "#db/migrate.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openForReading } from "#db/open.ts";
import { isDamage } from "#db/sqlite-error.ts";
import { NO_CLI_SETTINGS } from "#domain/settings/settings-service.ts";
import { createSettingsStore, type StoredSettings } from "#domain/settings/settings-store.ts";
import { createWorktreeStore } from "#domain/worktree/worktree-store.ts";
import { askCli } from "#engines/cli/ask-cli.ts";
import { detectCli, type CliSetup } from "#engines/cli/detect.ts";
import { endCommands } from "#processes/command.ts";
import { startSupervision } from "#processes/supervision.ts";
import { worktreeDirOf } from "#repository/worktree-root.ts";
import { createCliEngine } from "#engines/cli/cli-engine.ts";
import { ADAPTERS } from "#engines/cli/registry.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock } from "#lib/clock.ts";
import { StartupError } from "#lib/startup-error.ts";
import { VERSION } from "#lib/version.ts";
import { checkGit } from "./git-check.ts";
import { heldText } from "./held-text.ts";
import {
  checkFreeSpace,
  checkOpenFiles,
  checkPort,
  checkTempDirectory,
  ownPort,
  trialProblem,
  type Finding,
} from "./system-checks.ts";
import { strayWorktrees } from "./stray-worktrees.ts";
import { troubleText } from "./trouble-text.ts";

export interface DoctorReport {
  text: string;
  /** A critical check failed: the data directory or the database. CLIs are for information. */
  failed: boolean;
}

/** Changes nothing: works with a running server and before the first start. */
export async function diagnose(
  loaded: LoadedConfig,
  environment: Record<string, string>,
  { isDeep }: { isDeep: boolean },
): Promise<DoctorReport> {
  const { config } = loaded;
  const { "data-dir": dataDir } = config;
  const server = await lookForServer(dataDir);
  const tempDir = tempDirOf(server) ?? config["temp-dir"];
  const directory = checkDataDirectory(dataDir);
  const file = checkDatabase(databasePath(dataDir));
  const database = { ...file, ...lossOf(server, databasePath(dataDir)) };
  const worktreeDir = worktreeDirOf({ chosen: chosenWorktreeDir(server, config), dataDir });
  const system = [
    ...serverFindings(server, dataDir),
    checkTempDirectory(tempDir, canBeMade),
    portOf(server) ?? (await checkPort(config)),
    checkFreeSpace("data directory", dataDir, database.settings.min_free_disk_mb),
    checkFreeSpace("temp directory", tempDir, database.settings.min_free_disk_mb),
    checkOpenFiles(),
    await checkGit(environment),
    ...(database.worktrees === null ? [] : strayWorktrees(worktreeDir, database.worktrees)),
  ];
  const interrupted = interruption();
  const clis = await Promise.all(
    CLIS.map(async ({ type }) => {
      const setup = database.settings.cli_settings?.[type] ?? NO_CLI_SETTINGS;
      const deps = { environment, clock: systemClock, timeoutMs: 30_000 };
      const found = await detectCli(ADAPTERS[type], setup, deps);
      return isDeep && found.status === "healthy"
        ? tryOut(found, setup, environment, interrupted)
        : found;
    }),
  );
  if (interrupted.aborted) throw new StartupError("Interrupted.");
  const available = clis.filter((cli) => cli.status === "healthy").length;
  const lines = [
    "Malamar Doctor",
    "",
    ...[directory, database, checkConfiguration(loaded), ...system].flatMap((finding) => [
      line(finding),
      ...adviceOf(finding),
    ]),
    "",
    "CLI Status:",
    ...clis.flatMap((cli) => [line(cliFinding(cli)), ...adviceLines(cli), ...withheldLines(cli)]),
    "",
    `${available} of ${clis.length} CLIs available`,
  ];
  return { text: lines.join("\n"), failed: !directory.ok || !database.ok };
}

/** Nothing if no server is expected. */
function serverFindings(state: ServerState, dataDir: string): Finding[] {
  if (state.is === "stopped") return [];
  if (state.is === "held") return [{ ok: true, text: `Server: ${heldText(dataDir, state.pid)}` }];
  const { server } = state;
  const text = `Server: running (${serverText(server)}, version ${server.version})`;
  const advice = `This is version ${VERSION}. Restart the server to use it: malamar stop, then malamar.`;
  return [{ ok: server.version === VERSION, text, advice }];
}

/** Where the running server works, wherever a start from here would. */
function tempDirOf(state: ServerState): string | undefined {
  return state.is === "running" ? state.server.config["temp-dir"] : undefined;
}

/** The same for worktrees. A server's record is for people: it has a dash where nothing is chosen. */
function chosenWorktreeDir(state: ServerState, config: Config): string | null {
  if (state.is !== "running") return config["worktree-dir"];
  const shown = state.server.config["worktree-dir"];
  return shown?.startsWith("/") ? shown : null;
}

/** What the running server knows of its database; the file in that place may look sound, or new. */
function lossOf(state: ServerState, path: string): Finding | null {
  // Before its door is open, a first start has no database yet.
  if (state.is !== "running" || state.server.address === null) return null;
  const trouble = state.server.database_trouble ?? (existsSync(path) ? null : "removed");
  if (trouble === null) return null;
  const text = `Database: ${DATABASE_FILE} (${troubleText(trouble)})`;
  return { ok: false, text, advice: trouble === "damaged" ? RESTORE : SAVE_A_COPY };
}

const SAVE_A_COPY =
  "The server still has all of its data: press Save a copy on the page, or stop Malamar, which saves the copy too.";

/** The port that the running server has, whatever a start from here would ask for. */
function portOf(state: ServerState): Finding | null {
  if (state.is !== "running" || state.server.address === null) return null;
  // An address leaves out the usual port.
  return ownPort(Number(new URL(state.server.address).port || 80));
}

function line({ ok, text }: Finding): string {
  return `${ok ? "✓" : "✗"} ${text}`;
}

function adviceOf({ ok, advice }: Finding): string[] {
  return ok || advice === undefined ? [] : [`  ${advice}`];
}

function checkDataDirectory(dataDir: string): Finding {
  const name = `Data directory: ${shortened(dataDir)}`;
  if (!existsSync(dataDir)) {
    return canBeMade(dataDir)
      ? { ok: true, text: `${name} (not there yet, created at first start)` }
      : { ok: false, text: `${name} (cannot be created)`, advice: CHOOSE_ANOTHER };
  }
  const problem = dataDirectoryProblem(dataDir) ?? trialProblem(dataDir);
  return problem
    ? { ok: false, text: `${name} (${problem})`, advice: CHOOSE_ANOTHER }
    : { ok: true, text: `${name} (exists, writable)` };
}

function shortened(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Whether the nearest existing ancestor can hold a new folder. */
function canBeMade(path: string): boolean {
  try {
    // A dangling link exists too, and is in the way.
    if (!lstatSync(path, { throwIfNoEntry: false })) return canBeMade(dirname(path));
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory() && !SHOWN_BY_THE_KERNEL.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

/**
 * File systems whose modes let root write, but which hold no files: proc, sysfs, cgroups, devpts.
 */
const SHOWN_BY_THE_KERNEL: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1,
]);

interface Stored {
  settings: Partial<StoredSettings>;
  /** The paths of all worktrees; null while this version does not know the database. */
  worktrees: string[] | null;
}

function checkDatabase(path: string): Finding & Stored {
  const name = `Database: ${DATABASE_FILE}`;
  if (!existsSync(path)) {
    const text = `${name} (not there yet, created at first start)`;
    return { ok: true, text, settings: {}, worktrees: null };
  }
  try {
    const db = openForReading(path);
    try {
      const found = newestVersion(db);
      const known = MIGRATIONS.at(-1)?.version ?? 0;
      const settings = found > 0 ? createSettingsStore(db).all() : {};
      return {
        ...(pagesFinding(name, damageOf(db)) ?? migrationFinding(name, found, known)),
        settings,
        worktrees:
          found === known
            ? createWorktreeStore(db)
                .open()
                .map((worktree) => worktree.path)
            : null,
      };
    } finally {
      db.close();
    }
  } catch (error) {
    const text = `${name} (cannot be read: ${messageOf(error)})`;
    const advice = isDamage(error) ? RESTORE : OPEN_IT;
    return { ok: false, text, advice, settings: {}, worktrees: null };
  }
}

/** null when all its pages are sound. */
function pagesFinding(name: string, damage: string | null): Finding | null {
  if (damage === null) return null;
  return { ok: false, text: `${name} (damaged: ${damage})`, advice: RESTORE };
}

const RESTORE = "Stop Malamar, and restore a backup: malamar restore FILE.";
const OPEN_IT =
  "Check that it is a file this user can read and write. If it cannot be repaired, move it away and restore a backup: malamar restore FILE.";
const UPDATE = "Update Malamar, or choose another directory with --data-dir.";

function migrationFinding(name: string, found: number, known: number): Finding {
  if (found > known) {
    return { ok: false, text: `${name} (written by a newer Malamar)`, advice: UPDATE };
  }
  if (found < known) return { ok: true, text: `${name} (accessible, updated at the next start)` };
  return { ok: true, text: `${name} (accessible, migrations current)` };
}

function checkConfiguration({ problems }: LoadedConfig): Finding {
  return problems.length === 0
    ? { ok: true, text: "Configuration: valid" }
    : { ok: false, text: `Configuration: ${problems.join("; ")}` };
}

/** Interrupting it leaves no CLI behind. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      controller.abort();
      void endCommands();
    });
  }
  return controller.signal;
}

/** Asks its model: the program may be there while its login is not. */
async function tryOut(
  found: CliHealth,
  setup: CliSetup,
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<CliHealth> {
  const installationId = "doctor";
  startSupervision({ installationId });
  const tempDir = tmpdir();
  const host = { environment, installationId, tempDir, setupOf: () => setup };
  const engine = createCliEngine(ADAPTERS[found.cli_type], host);
  const word = await askCli(engine, { tempDir, signal });
  if (word.ok) return { ...found, answered_at: systemClock() };
  const error = `test prompt failed: ${word.error}`;
  return { ...found, status: "unhealthy", error, advice: word.advice };
}

/** What the finding does not say already. */
function adviceLines({ path, status, advice }: CliHealth): string[] {
  return path !== null && status === "unhealthy" && advice !== null ? [`  ${advice}`] : [];
}

/** For an installed CLI: explains why it does not find a key. */
function withheldLines({ path, withheld_env }: CliHealth): string[] {
  if (path === null || withheld_env.length === 0) return [];
  return [
    `  Not passed to it, because it does not use them: ${withheld_env.join(", ")}. Allow one by name in the settings.`,
  ];
}

function cliFinding({ cli_type, status, path, error, answered_at }: CliHealth): Finding {
  const label = cliLabel(cli_type);
  if (status === "healthy") {
    const answered = answered_at === null ? "" : ", its model answers";
    const place = `${ADAPTERS[cli_type].binary} found at ${path}`;
    return { ok: true, text: `${label}: healthy (${place}${answered})` };
  }
  const reason = error?.replace(/^Binary/, "binary") ?? "unknown";
  return { ok: false, text: `${label}: unhealthy (${reason})` };
}
