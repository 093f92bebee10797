import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { query } from "#support/database-checks.ts";
import { git } from "#support/repositories.ts";
import type { Project } from "../project.ts";
import { named, type Invariant } from "./invariant.ts";

interface CheckpointRow {
  id: string;
  commit_id: string;
  kind: string;
  repository: string;
  ref: string;
}

interface RefRow {
  ref: string;
  commit_id: string;
  repository: string;
}

/**
 * Git finds nothing wrong in people's repositories, every checkpoint can be reached from a ref, and
 * no lock is left. Work that was once stored stays, whatever is removed.
 */
export function createSoundRepositories(projects: readonly Project[]): Invariant {
  const stored = new Set<string>();
  return ({ world }) => {
    const { checkpoints, refs } = query(world.dataDir, (rows) => ({
      checkpoints: rows<CheckpointRow>(
        "SELECT id, commit_id, kind, repository, ref FROM checkpoints",
      ),
      refs: rows<RefRow>(REFS),
    }));
    const known = new Set(checkpoints.map(({ id }) => id));
    const lost = [...stored].filter((id) => !known.has(id));
    for (const { id, kind } of checkpoints) {
      // Where nothing was ever changed, nothing is kept.
      if (kind !== "created") stored.add(id);
    }
    const found = projects.flatMap(({ path, repository }) => {
      const isHere = (row: { repository: string }) => row.repository === repository;
      const reachable = linesOf(git(path, "rev-list", "--all"));
      const expected = refs.filter(isHere).map(tipOf);
      const allowed = new Set([...checkpoints.filter(isHere).map(tipOf), ...expected]);
      const actual = linesOf(
        git(path, "for-each-ref", "--format=%(refname) %(objectname)", "refs/malamar"),
      );
      return [
        ...named(`git fsck of ${path}`, complaintsIn(path)),
        ...named(`Locks in ${repository}`, locksBelow(repository)),
        ...named(
          `Checkpoints that no ref of ${path} reaches`,
          checkpoints.filter((row) => isHere(row) && !reachable.has(row.commit_id)),
        ),
        ...named(
          `Refs of ${path} that are not those of a checkpoint`,
          [...actual].filter((line) => !allowed.has(line)),
        ),
        ...named(
          `Newest checkpoints that are not in their ref in ${path}`,
          expected.filter((line) => !actual.has(line)),
        ),
      ];
    });
    const locks = locksBelow(join(world.dataDir, "checkpoints"));
    return [
      ...found,
      ...named("Checkpoints that were stored and are forgotten", lost),
      ...named("Locks of private indexes", locks),
    ];
  };
}

/** Where each chain of checkpoints ends. Removed worktrees have theirs in another place. */
const REFS = `
  SELECT ref, commit_id, repository FROM checkpoints AS newest
  WHERE NOT EXISTS (SELECT 1 FROM kept_work WHERE kept_work.id = newest.worktree_id)
    AND rowid = (SELECT max(rowid) FROM checkpoints
                 WHERE ref = newest.ref AND repository = newest.repository
                   AND worktree_id IS newest.worktree_id)
  UNION ALL
  SELECT ref, commit_id, repository FROM kept_work`;

function tipOf({ ref, commit_id }: RefRow): string {
  return `${ref} ${commit_id}`;
}

function complaintsIn(path: string): string[] {
  const { stdout, stderr } = spawnSync(
    "git",
    ["-C", path, "fsck", "--no-dangling", "--no-progress"],
    { encoding: "utf8" },
  );
  return [...linesOf(stdout + stderr)];
}

function locksBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".lock"),
  );
}

function linesOf(text: string): Set<string> {
  return new Set(text.split("\n").filter((line) => line !== ""));
}
