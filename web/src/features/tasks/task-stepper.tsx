import type { TaskSummary } from "@malamar/contract/task.ts";
import { Stepper } from "#components/stepper.tsx";

type TaskStepperProps = {
  task: Pick<TaskSummary, "status" | "team">;
  isFocusable?: boolean;
};

/** How far the team is. What came from a file is finished, and nothing is known of its runs. */
export function TaskStepper({ task: { status, team }, isFocusable = false }: TaskStepperProps) {
  const isOver = status === "in_review" || status === "done";
  if (isOver && team.every(({ outcome }) => outcome === null)) return null;
  return <Stepper team={team} isFocusable={isFocusable} />;
}
