import type { Task } from "@malamar/contract/task.ts";
import type { Worktree } from "@malamar/contract/worktree.ts";
import { CircleCheck } from "lucide-react";
import { BranchName } from "#components/branch-name.tsx";
import { OUTCOME_WORDS } from "#features/tasks/changes.logic.ts";
import { useTaskBranch } from "./use-task-branch.ts";

type TaskOutcomeProps = {
  task: Pick<Task, "id" | "status" | "outcome">;
  worktree: Worktree | null | undefined;
};

/** Where the result of a Done task is. */
export function TaskOutcome({ task, worktree }: TaskOutcomeProps) {
  const branch = useTaskBranch(task, worktree);
  if (task.status !== "done" || task.outcome === null) return null;
  const words = OUTCOME_WORDS[task.outcome];
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 rounded-md border bg-card px-3 py-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-status-done" />
      {words.long}
      {branch !== null && <BranchName name={branch} />}
    </p>
  );
}
