import { lookForServer } from "#app/running-server.ts";
import { databasePath } from "#data-directory/data-directory.ts";
import { logDirectory } from "#data-directory/log-file.ts";
import type { ServerRecord } from "#data-directory/server-record.ts";
import { openBeside } from "#db/open.ts";
import { createRunStore } from "#domain/run/run-store.ts";
import { isPaused } from "#domain/settings/settings-service.ts";
import { createSettingsStore } from "#domain/settings/settings-store.ts";
import { createWorkspaceStore } from "#domain/workspace/workspace-store.ts";
import { messageOf } from "#lib/app-error.ts";
import { heldText } from "./held-text.ts";
import { troubleText } from "./trouble-text.ts";

// As init scripts answer, so that scripts and monitors understand it.
const RUNNING = 0;
const NOT_RUNNING = 3;
const UNKNOWN = 4;

/** Whether a server runs on this data directory, and what it is doing. Changes nothing. */
export async function statusOf(dataDir: string): Promise<{ text: string; code: number }> {
  const state = await lookForServer(dataDir);
  if (state.is === "stopped") {
    return {
      text: `Malamar is not running on the data directory ${dataDir}.`,
      code: NOT_RUNNING,
    };
  }
  if (state.is === "held") return { text: heldText(dataDir, state.pid), code: UNKNOWN };
  const rows = [...factsOf(state.server, dataDir), ...workOf(state.server, dataDir)];
  return {
    text: [
      headline(state.server),
      "",
      ...rows.map(([name, value]) => `${name.padEnd(16)}${value}`),
    ].join("\n"),
    code: RUNNING,
  };
}

function headline({ address, is_stopping }: ServerRecord): string {
  if (is_stopping) return "Malamar is stopping.";
  return address === null ? "Malamar is starting." : "Malamar is running.";
}

function factsOf({ pid, address, version, since }: ServerRecord, dataDir: string): Row[] {
  return [
    ["pid", String(pid)],
    ["address", address ?? "-"],
    ["version", version],
    ["data directory", dataDir],
    ["log", logDirectory(dataDir)],
    ["since", `${since} (${durationText(Date.now() - Date.parse(since))})`],
  ];
}

type Row = readonly [name: string, value: string];

/** Read directly, without asking the server. */
function workOf({ database_trouble }: ServerRecord, dataDir: string): Row[] {
  // What the file says now is not what the server works with.
  if (database_trouble !== null) return [["database", troubleText(database_trouble)]];
  try {
    const db = openBeside(databasePath(dataDir));
    try {
      return [
        ["active runs", String(createRunStore(db).running().length)],
        ["paused", pausedIn(db)],
      ];
    } finally {
      db.close();
    }
  } catch (error) {
    return [["database", `cannot be read: ${messageOf(error)}`]];
  }
}

function pausedIn(db: ReturnType<typeof openBeside>): string {
  if (isPaused(createSettingsStore(db).all())) return "all tasks";
  const workspaces = createWorkspaceStore(db).brief({});
  const count = workspaces.filter(({ is_paused }) => is_paused).length;
  if (count === 0) return "nothing";
  return count === 1 ? "1 workspace" : `${count} workspaces`;
}

/** "2 d 3 h", "5 min": the two largest units are enough. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes === 0) return "less than a minute";
  const parts = [
    [Math.floor(minutes / 1440), "d"],
    [Math.floor(minutes / 60) % 24, "h"],
    [minutes % 60, "min"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
