import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./system-checks.ts";

/** A sentence with more names is not read. */
const MOST_NAMED = 5;

/**
 * Directories beside the worktrees that no task has. Malamar never deletes what it does not know, so
 * it only names them; no finding where there are none.
 */
export function strayWorktrees(worktreeDir: string, known: readonly string[]): Finding[] {
  const places = new Set(known);
  const strays = directoriesIn(worktreeDir)
    // What is being made, only a trial, or on its way out is in directories of their own.
    .filter((name) => !name.startsWith("."))
    .flatMap((workspace) =>
      directoriesIn(join(worktreeDir, workspace)).map((name) => join(worktreeDir, workspace, name)),
    )
    .filter((path) => !places.has(path));
  if (strays.length === 0) return [];
  const named = strays.slice(0, MOST_NAMED).join(", ");
  const more = strays.length > MOST_NAMED ? ` and ${strays.length - MOST_NAMED} more` : "";
  return [
    {
      ok: false,
      text: `Worktrees: of no task: ${named}${more}`,
      advice: "Malamar deletes nothing that it does not know. Look into them before you do.",
    },
  ];
}

function directoriesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
