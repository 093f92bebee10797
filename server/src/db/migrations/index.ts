import type { Database } from "bun:sqlite";
import initialSchema from "./001_initial_schema.sql" with { type: "text" };
import loop from "./002_loop.sql" with { type: "text" };
import chats from "./003_chats.sql" with { type: "text" };
import search from "./004_search.sql" with { type: "text" };
import orderOfWriting from "./005_order_of_writing.sql" with { type: "text" };
import titlesByType from "./006_titles_by_type.sql" with { type: "text" };
import titlesInRanges from "./007_titles_in_ranges.sql" with { type: "text" };
import doneByTime from "./008_done_by_time.sql" with { type: "text" };
import { openLists } from "./009_open_lists.ts";
import waits from "./010_waits.sql" with { type: "text" };
import usageHourly from "./011_usage_hourly.sql" with { type: "text" };
import sessions from "./012_sessions.sql" with { type: "text" };
import estimatedUsage from "./013_estimated_usage.sql" with { type: "text" };
import { passesOfRuns } from "./014_passes_of_runs.ts";
import orderAndHold from "./015_order_and_hold.sql" with { type: "text" };
import taskNumbers from "./016_task_numbers.sql" with { type: "text" };
import comments from "./017_comments.sql" with { type: "text" };
import askedAgents from "./018_asked_agents.sql" with { type: "text" };
import demoWorkspace from "./019_demo_workspace.sql" with { type: "text" };
import tasksWithError from "./020_tasks_with_error.sql" with { type: "text" };
import repositories from "./021_repositories.sql" with { type: "text" };
import worktreeNotices from "./022_worktree_notices.sql" with { type: "text" };
import deletedComments from "./023_deleted_comments.sql" with { type: "text" };

export interface Migration {
  version: number;
  name: string;
  /**
   * SQL, or code where SQL is not enough, such as rebuilding a table. Foreign keys are off during
   * it.
   */
  up: string | ((db: Database) => void);
  /** Tables whose number of rows may change; in all others it must not. */
  changesRowsOf?: readonly string[];
}

/** In order. A migration that has been released is never edited: add the next number. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "001_initial_schema", up: initialSchema },
  { version: 2, name: "002_loop", up: loop },
  { version: 3, name: "003_chats", up: chats },
  { version: 4, name: "004_search", up: search },
  { version: 5, name: "005_order_of_writing", up: orderOfWriting },
  { version: 6, name: "006_titles_by_type", up: titlesByType },
  { version: 7, name: "007_titles_in_ranges", up: titlesInRanges },
  { version: 8, name: "008_done_by_time", up: doneByTime },
  { version: 9, name: "009_open_lists", up: openLists },
  { version: 10, name: "010_waits", up: waits },
  { version: 11, name: "011_usage_hourly", up: usageHourly },
  { version: 12, name: "012_sessions", up: sessions },
  { version: 13, name: "013_estimated_usage", up: estimatedUsage },
  { version: 14, name: "014_passes_of_runs", up: passesOfRuns },
  { version: 15, name: "015_order_and_hold", up: orderAndHold },
  { version: 16, name: "016_task_numbers", up: taskNumbers },
  { version: 17, name: "017_comments", up: comments },
  { version: 18, name: "018_asked_agents", up: askedAgents },
  { version: 19, name: "019_demo_workspace", up: demoWorkspace },
  { version: 20, name: "020_tasks_with_error", up: tasksWithError },
  { version: 21, name: "021_repositories", up: repositories },
  { version: 22, name: "022_worktree_notices", up: worktreeNotices },
  { version: 23, name: "023_deleted_comments", up: deletedComments },
];
