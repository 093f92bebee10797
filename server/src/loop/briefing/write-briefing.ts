import { join } from "node:path";
import type { Agent } from "@malamar/contract/agent.ts";
import type { AgentStore } from "#domain/agent/agent-store.ts";
import type { ActivityStore } from "#domain/task/activity-store.ts";
import type { CommentStore } from "#domain/task/comment-store.ts";
import type { TaskRow } from "#domain/task/task-store.ts";
import type { StoredWorkspace } from "#domain/workspace/workspace-store.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { reserveOutputPath } from "#loop/answer-file.ts";
import type { BriefingFiles } from "#loop/workplace.ts";
import { newestLines } from "./newest-lines.ts";
import { activityLine, commentLine, taskBriefing } from "./task-briefing.ts";

/**
 * About 50,000 tokens: a long task stays affordable and within what every model can read at once.
 * The activity log only says when things happened, so a fifth of that will do.
 */
const COMMENT_BUDGET = 200 * 1024;
const ACTIVITY_BUDGET = 40 * 1024;

interface Deps {
  agentStore: AgentStore;
  commentStore: CommentStore;
  activityStore: ActivityStore;
  tempDir: string;
}

/** Writes what the agent has to read, and says where its answer belongs. */
export function writeTaskBriefing(
  { agentStore, commentStore, activityStore, tempDir }: Deps,
  about: { workspace: StoredWorkspace; task: TaskRow; agent: Agent },
): BriefingFiles {
  const { task } = about;
  const base = join(tempDir, `malamar_task_${task.id}`);
  const inputPath = `${base}.md`;
  const outputPath = reserveOutputPath(tempDir, "malamar_output");
  const allCommentsPath = `${base}_comments.jsonl`;
  const said = newestLines(
    commentStore.newestFirst(task.id),
    commentStore.count(task.id),
    commentLine,
    COMMENT_BUDGET,
  );
  const happened = newestLines(
    activityStore.newestFirst(task.id),
    activityStore.count(task.id),
    activityLine,
    ACTIVITY_BUDGET,
  );
  if (said.leftOut > 0) {
    writePrivateFile(allCommentsPath, jsonLines(commentStore.list(task.id, {}).map(commentLine)));
  }
  const content = taskBriefing({
    ...about,
    team: agentStore.list(task.workspace_id),
    comments: said,
    activity: happened,
    allCommentsPath,
    outputPath,
  });
  writePrivateFile(inputPath, content);
  return { inputPath, outputPath };
}

function jsonLines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
