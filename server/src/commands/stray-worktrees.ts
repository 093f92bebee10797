import { readdirSync } from "node:fs";
import { join } from "node:path";
import { quoted } from "#lib/quoted.ts";
import type { Finding } from "./system-checks.ts";

/** Nobody reads a sentence with more names. */
const MOST_NAMED = 5;

/**
 * Directories beside the worktrees that are not those of a task. Malamar never deletes what it does
 * not know, so it only names them; without any, there is no finding.
 */
export function strayWorktrees(worktreeDir: string, known: readonly string[]): Finding[] {
  const places = new Set(known);
  const strays = directoriesIn(worktreeDir)
    // Half-made ones, trials and the trash have their own directories.
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const place = join(worktreeDir, name);
      if (!isWorkspaceName(name)) return [place];
      return directoriesIn(place).map((inside) => join(place, inside));
    })
    .filter((path) => !places.has(path));
  if (strays.length === 0) return [];
  const named = strays.slice(0, MOST_NAMED).map(quoted).join(", ");
  const more = strays.length > MOST_NAMED ? ` and ${strays.length - MOST_NAMED} more` : "";
  return [
    {
      ok: false,
      text: `Worktrees without a task: ${named}${more}`,
      advice: "Malamar never deletes folders that it did not create. Look into them before you do.",
    },
  ];
}

/** The directory of a workspace, which stays when its last worktree goes. */
function isWorkspaceName(name: string): boolean {
  return /^[0-9a-f]{8}$/.test(name);
}

function directoriesIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
