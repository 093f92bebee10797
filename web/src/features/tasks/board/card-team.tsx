import type { TaskSummary } from "@malamar/contract/task.ts";
import { AgentFace } from "#components/agent-face.tsx";
import { TaskStepper } from "#features/tasks/task-stepper.tsx";
import type { Work } from "./card.logic.ts";

type CardTeamProps = { task: TaskSummary; work: Work | null };

/** The team's progress, and the running agent with its elapsed time. */
export function CardTeam({ task, work }: CardTeamProps) {
  if (task.team.length === 0 && work === null) return null;
  const agent = task.team.find(({ outcome }) => outcome === "running");
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted empty:hidden">
      <TaskStepper task={task} />
      {task.pass !== null && (
        <span className="whitespace-nowrap tabular-nums">Pass {task.pass.toLocaleString()}</span>
      )}
      {work !== null && (
        <span className="flex min-w-0 items-center gap-1.5">
          {agent !== undefined && <AgentFace id={agent.agent_id} name={agent.name} />}
          <span className="min-w-0 truncate">{work.who}</span>
          {work.since !== null && (
            <span className="shrink-0 whitespace-pre tabular-nums">· {work.since}</span>
          )}
        </span>
      )}
    </p>
  );
}
