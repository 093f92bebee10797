import { readFileSync } from "node:fs";
import { join } from "node:path";
import { query, RUNS_AND_COMMENTS, type RunRow } from "#support/database-checks.ts";
import { contentsOf } from "#support/repositories.ts";
import { REPOSITORY_TEAM, workOf } from "#support/repository-team.ts";
import type { Project } from "../project.ts";
import { named, type Invariant } from "./invariant.ts";

interface FileRun extends RunRow {
  repository: string | null;
  commit_id: string | null;
}

/** What a run has written is in its checkpoint, or the run says why there is none. */
export function createWorkStored(projects: readonly Project[]): Invariant {
  return ({ world }) => {
    const places = new Map(projects.map(({ path, repository }) => [repository, path]));
    const runs = query(world.dataDir, (rows) => rows<FileRun>(RUNS_AND_CHECKPOINTS)).filter(
      ({ agent, status }) =>
        status === "succeeded" && REPOSITORY_TEAM.some(({ name }) => name === agent),
    );
    const stored = new Set<string>();
    for (const [repository, ofRepository] of Map.groupBy(runs, (run) => run.repository)) {
      const path = repository === null ? undefined : places.get(repository);
      if (path === undefined) continue;
      const work = ofRepository.map(workOf);
      const objects = work.map(({ object }) => object);
      for (const [at, content] of contentsOf(path, objects).entries()) {
        if (content === work[at]!.content) stored.add(ofRepository[at]!.run);
      }
    }
    return named(
      "Runs whose work is not stored",
      runs.filter(({ run }) => !stored.has(run) && !saysWhyNot(world.dataDir, run)),
    );
  };
}

function saysWhyNot(dataDir: string, run: string): boolean {
  const transcript = readFileSync(join(dataDir, "runs", `${run}.jsonl`), "utf8");
  // In a person's own checkout, one that fails before a run is not tried again after it.
  return /No checkpoint was stored (before|after) this run/.test(transcript);
}

/** A checkpoint on demand during a run can have its work already. */
const RUNS_AND_CHECKPOINTS = `
  SELECT made.*, stored.repository, stored.commit_id
  FROM (${RUNS_AND_COMMENTS}) AS made JOIN runs ON runs.id = made.run
  LEFT JOIN checkpoints AS stored ON stored.run_id = made.run
    OR stored.task_id = runs.task_id AND NOT EXISTS
      (SELECT 1 FROM checkpoints WHERE checkpoints.run_id = made.run)`;
