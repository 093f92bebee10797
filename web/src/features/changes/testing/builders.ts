import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { CheckpointId, RunId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";

const id = (name: string) => name.padEnd(21, "-");
const workspace_id = WorkspaceId.parse(id("workspace"));
const task_id = TaskId.parse(id("task"));
const AT = "2026-01-01T10:00:00.000Z";

export const ids = {
  checkpoint: (number: number) => CheckpointId.parse(id(`checkpoint${number}`)),
  run: (number: number) => RunId.parse(id(`run${number}`)),
};

export function checkpoint(more: Partial<Checkpoint>): Checkpoint {
  return {
    id: ids.checkpoint(1),
    workspace_id,
    task_id,
    chat_id: null,
    worktree_id: null,
    run_id: null,
    pass: null,
    kind: "run",
    commit_id: "c".repeat(40),
    tree_id: "d".repeat(40),
    head_id: null,
    files: 1,
    additions: 1,
    deletions: 0,
    left_out: [],
    duration_ms: 5,
    created_at: AT,
    ...more,
  };
}

export function run(more: Pick<Run, "id" | "agent_name">): Run {
  return {
    workspace_id,
    task_id,
    chat_id: null,
    agent_id: null,
    cli_type: "demo",
    model: null,
    pass: 1,
    action_type: "comment",
    status: "succeeded",
    failure_kind: null,
    exit_code: 0,
    pid: null,
    process_started_at: null,
    cli_session_id: null,
    input_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: null,
    is_estimated: false,
    started_at: AT,
    finished_at: AT,
    ...more,
  };
}

export function changedFile(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path,
    old_path: null,
    status: "modified",
    similarity: null,
    old_mode: "100644",
    new_mode: "100644",
    old_blob_id: "a".repeat(40),
    new_blob_id: "b".repeat(40),
    old_size: 100,
    new_size: 120,
    additions: 2,
    deletions: 1,
    is_binary: false,
    is_generated: false,
    is_viewed: false,
    ...more,
  };
}
