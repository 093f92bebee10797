import type { AgentOutcome, TaskSummary } from "@malamar/contract/task.ts";

/** Null before its first turn. */
export type StepOutcome = AgentOutcome | null;

/** An agent of the team with its outcome in this pass so far. */
export type Step = TaskSummary["team"][number];

/** Beyond this, a number says more than a row of marks. */
const MOST_MARKS = 8;

export type StepperView =
  | { kind: "marks"; label: string }
  | { kind: "count"; label: string; text: string; outcome: StepOutcome };

/** How a team is drawn, and the sentence that says the same. */
export function stepperView(team: readonly Step[]): StepperView {
  const label = team.map((step) => stepLabel(step)).join(", ");
  if (team.length <= MOST_MARKS) return { kind: "marks", label };
  const { number, step } = whereItIs(team);
  const text = `${number} of ${team.length}`;
  const outcome = step?.outcome ?? null;
  return {
    kind: "count",
    text,
    outcome,
    label: step === null ? `Agent ${text}` : `Agent ${text}: ${stepLabel(step)}`,
  };
}

const OUTCOME_WORDS: Readonly<Record<AgentOutcome | "null", string>> = {
  done: "done",
  skipped: "skipped",
  running: "running",
  failed: "failed",
  waiting: "waiting",
  null: "not yet",
};

export function stepLabel({ name, outcome }: Pick<Step, "name" | "outcome">): string {
  return `${name}: ${OUTCOME_WORDS[outcome ?? "null"]}`;
}

/** The agent everything waits for, or else the last one that had a turn. Null before the first. */
function whereItIs(team: readonly Step[]): { number: number; step: Step | null } {
  const active = team.findIndex(
    ({ outcome }) => outcome === "running" || outcome === "failed" || outcome === "waiting",
  );
  const at = active === -1 ? team.findLastIndex(({ outcome }) => outcome !== null) : active;
  return { number: at + 1, step: team[at] ?? null };
}
