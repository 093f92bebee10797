import type { RunId, TaskId } from "@malamar/contract/ids.ts";
import { databasePath } from "@malamar/server/data-directory/data-directory.ts";
import { closeDatabase, openDatabase } from "@malamar/server/db/open.ts";
import { DAY_MS, later, systemClock } from "@malamar/server/lib/clock.ts";
import type { DataSet } from "./data-sets.ts";
import { seededDraws } from "./seeded.ts";
import { createTaskHistories } from "./task-histories.ts";
import { createTexts } from "./texts.ts";
import { createTranscriptFiles } from "./transcript-files.ts";

const COMMENTS = 20;
const RUNS = 2;
const TRANSCRIPT_BYTES = 20_000;
/** The workspace keeps Done tasks for a week. */
const AGE_MS = 30 * DAY_MS;

/** Adds tasks that the next start deletes; nobody else may have the data set open. */
export function addExpired({ dataDir, cleaned }: DataSet, count: number, seed: number): void {
  const db = openDatabase(databasePath(dataDir));
  const now = systemClock();
  const at = later(now, -AGE_MS);
  const draws = seededDraws(seed);
  const histories = createTaskHistories({
    db,
    draws,
    texts: createTexts(draws),
    writeTranscript: createTranscriptFiles(dataDir, draws),
    clock: () => at,
    now,
  });
  db.transaction(() => {
    for (let number = 0; number < count; number++) {
      const runs = Array.from({ length: RUNS }, () => ({
        id: draws.id<RunId>(),
        bytes: TRANSCRIPT_BYTES,
      }));
      const task = {
        id: draws.id<TaskId>(),
        workspace: cleaned,
        status: "done" as const,
        comments: COMMENTS,
        runs,
        isRare: false,
      };
      for (const _ of histories.of(task));
    }
  })();
  closeDatabase(db);
}
