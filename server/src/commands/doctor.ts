import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { CLIS, cliLabel, type CliHealth } from "@malamar/contract/cli.ts";
import type { LoadedConfig } from "#config/config.ts";
import { DATABASE_FILE, databasePath, dataDirectoryProblem } from "#db/data-directory.ts";
import { newestVersion } from "#db/migrate.ts";
import { MIGRATIONS } from "#db/migrations/index.ts";
import { openForReading } from "#db/open.ts";
import { createSettingsStore, type StoredSettings } from "#domain/settings/settings-store.ts";
import { detectCli } from "#engines/detect.ts";
import { ADAPTERS } from "#engines/registry.ts";
import { messageOf } from "#lib/app-error.ts";
import { systemClock } from "#lib/clock.ts";

interface Finding {
  ok: boolean;
  text: string;
}

export interface Diagnosis {
  text: string;
  /** A critical check failed: the data directory or the database. CLIs are for information. */
  failed: boolean;
}

/** Looks without touching: works beside a running server and before the first start. */
export async function diagnose(
  loaded: LoadedConfig,
  environment: Record<string, string>,
): Promise<Diagnosis> {
  const dataDir = loaded.config["data-dir"];
  const directory = checkDataDirectory(dataDir);
  const database = checkDatabase(databasePath(dataDir));
  const clis = await Promise.all(
    CLIS.map(({ type }) =>
      detectCli(ADAPTERS[type], database.cliSettings[type] ?? { binary_path: null, env_vars: {} }, {
        environment,
        clock: systemClock,
        timeoutMs: 30_000,
      }),
    ),
  );
  const available = clis.filter((cli) => cli.status === "healthy").length;
  const lines = [
    "Malamar Doctor",
    "",
    line(directory),
    line(database),
    line(checkConfiguration(loaded)),
    "",
    "CLI Status:",
    ...clis.map((cli) => line(cliFinding(cli))),
    "",
    `${available} of ${clis.length} CLIs available`,
  ];
  return { text: lines.join("\n"), failed: !directory.ok || !database.ok };
}

function line({ ok, text }: Finding): string {
  return `${ok ? "✓" : "✗"} ${text}`;
}

function checkDataDirectory(dataDir: string): Finding {
  const name = `Data directory: ${shortened(dataDir)}`;
  if (!existsSync(dataDir)) {
    return canBeMade(dataDir)
      ? { ok: true, text: `${name} (not there yet, made at first start)` }
      : { ok: false, text: `${name} (cannot be made)` };
  }
  const problem = dataDirectoryProblem(dataDir);
  return problem
    ? { ok: false, text: `${name} (${problem})` }
    : { ok: true, text: `${name} (exists, writable)` };
}

function shortened(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** Whether the nearest folder that exists can hold a new one. */
function canBeMade(path: string): boolean {
  const parent = dirname(path);
  if (!existsSync(parent)) return canBeMade(parent);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return statSync(parent).isDirectory();
  } catch {
    return false;
  }
}

function checkDatabase(path: string): Finding & { cliSettings: StoredSettings["cli_settings"] } {
  const name = `Database: ${DATABASE_FILE}`;
  if (!existsSync(path)) {
    return { ok: true, text: `${name} (not there yet, made at first start)`, cliSettings: {} };
  }
  try {
    const db = openForReading(path);
    try {
      const found = newestVersion(db);
      const known = MIGRATIONS.at(-1)?.version ?? 0;
      const cliSettings = found > 0 ? (createSettingsStore(db).all().cli_settings ?? {}) : {};
      return { ...migrationFinding(name, found, known), cliSettings };
    } finally {
      db.close();
    }
  } catch (error) {
    return { ok: false, text: `${name} (cannot be read: ${messageOf(error)})`, cliSettings: {} };
  }
}

function migrationFinding(name: string, found: number, known: number): Finding {
  if (found > known) return { ok: false, text: `${name} (written by a newer Malamar)` };
  if (found < known) return { ok: true, text: `${name} (accessible, updated at the next start)` };
  return { ok: true, text: `${name} (accessible, migrations current)` };
}

function checkConfiguration({ problems }: LoadedConfig): Finding {
  return problems.length === 0
    ? { ok: true, text: "Configuration: valid" }
    : { ok: false, text: `Configuration: ${problems.join("; ")}` };
}

function cliFinding({ cli_type, status, path, error }: CliHealth): Finding {
  const label = cliLabel(cli_type);
  if (status === "healthy") {
    return { ok: true, text: `${label}: healthy (${ADAPTERS[cli_type].binary} found at ${path})` };
  }
  const reason = error?.replace(/^Binary/, "binary") ?? "unknown";
  return { ok: false, text: `${label}: unhealthy (${reason})` };
}
