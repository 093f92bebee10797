import { CheckpointKind } from "@malamar/contract/checkpoint.ts";
import type { ChatId, CheckpointId, RunId, TaskId, WorktreeId } from "@malamar/contract/ids.ts";

/** What the commit message of a checkpoint records: enough to rebuild the checkpoint's row. */
export interface CheckpointNote {
  id: CheckpointId;
  kind: CheckpointKind;
  task_id: TaskId | null;
  chat_id: ChatId | null;
  worktree_id: WorktreeId | null;
  run_id: RunId | null;
  pass: number | null;
  head_id: string | null;
}

const NAMES = {
  id: "Malamar-Checkpoint",
  kind: "Malamar-Kind",
  task_id: "Malamar-Task",
  chat_id: "Malamar-Chat",
  worktree_id: "Malamar-Worktree",
  run_id: "Malamar-Run",
  pass: "Malamar-Pass",
  head_id: "Malamar-Head",
} as const satisfies Record<keyof CheckpointNote, string>;

export function writeNote(note: CheckpointNote): string {
  // Object.keys loses the key type of the table above.
  const fields = Object.keys(NAMES) as (keyof CheckpointNote)[];
  const lines = fields
    .filter((field) => note[field] !== null)
    .map((field) => `${NAMES[field]}: ${note[field]}`);
  return `Malamar checkpoint: ${note.kind}\n\n${lines.join("\n")}\n`;
}

/** Null if the commit is not a checkpoint. */
export function readNote(message: string): CheckpointNote | null {
  const found = new Map<string, string>(
    [...message.matchAll(/^(Malamar-[A-Z][a-z]+): (.+)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const text = <Value extends string>(field: keyof CheckpointNote) =>
    (found.get(NAMES[field]) ?? null) as Value | null;
  const kind = CheckpointKind.safeParse(text("kind"));
  const id = text<CheckpointId>("id");
  if (!kind.success || id === null) return null;
  const pass = text("pass");
  return {
    id,
    kind: kind.data,
    task_id: text("task_id"),
    chat_id: text("chat_id"),
    worktree_id: text("worktree_id"),
    run_id: text("run_id"),
    pass: pass === null ? null : Number(pass),
    head_id: text("head_id"),
  };
}
