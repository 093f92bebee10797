import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { query } from "#support/database-checks.ts";
import { until } from "#support/until.ts";
import type { Project } from "../project.ts";
import { named, type Invariant } from "./invariant.ts";

interface WorktreeRow {
  id: string;
  path: string;
  state: string;
  problem: string | null;
}

/** Deleting what was removed takes a while. */
const PATIENCE_MS = 10_000;

/** Every worktree is either complete or gone, and every directory has its row. */
export function createWorktreesInOrder(projects: readonly Project[]): Invariant {
  return async ({ world }) => {
    const root = join(world.dataDir, "worktrees");
    const leftovers = () => [".trash", ".making", ".trials"].flatMap((name) => namesIn(root, name));
    await until(() => leftovers().length === 0, "nothing is left", PATIENCE_MS).catch(() => {});
    const { open, restores } = query(world.dataDir, (rows) => ({
      open: rows<WorktreeRow>(
        "SELECT id, path, state, problem FROM worktrees WHERE state <> 'removed'",
      ),
      restores: rows("SELECT * FROM restores"),
    }));
    const paths = new Set(open.map(({ path }) => path));
    const directories = namesIn(root)
      .filter((name) => !name.startsWith("."))
      .flatMap((name) => namesIn(root, name).map((each) => join(root, name, each)));
    const linked = projects.flatMap(({ repository }) =>
      namesIn(repository, "worktrees").map((name) =>
        dirname(textOf(join(repository, "worktrees", name, "gitdir"))),
      ),
    );
    return [
      ...named("Left of worktrees", leftovers()),
      ...named(
        "Worktrees that are neither ready nor removed",
        open.filter(({ state }) => state !== "ready"),
      ),
      ...named(
        "Worktrees whose directory is missing",
        open.filter(({ path }) => !existsSync(path)),
      ),
      ...named(
        "Directories without a row",
        directories.filter((path) => !paths.has(path)),
      ),
      ...named(
        "Worktrees that only git knows",
        linked.filter((path) => !paths.has(path)),
      ),
      ...named("Restores that were not finished", restores),
    ];
  };
}

function namesIn(...path: readonly string[]): string[] {
  const directory = join(...path);
  return existsSync(directory) ? readdirSync(directory) : [];
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : path;
}
