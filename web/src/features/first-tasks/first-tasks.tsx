import type { Agent } from "@malamar/contract/agent.ts";
import { ArrowRight, Plus } from "lucide-react";
import { AgentFace } from "#components/agent-face.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { examplesFor, type ExampleTask } from "./examples.logic.ts";

type FirstTasksProps = {
  agents: readonly Agent[];
  onChoose: (example: ExampleTask, button: HTMLButtonElement) => void;
};

/** What an empty board shows: the team in order, and tasks to try. */
export function FirstTasks({ agents, onChoose }: FirstTasksProps) {
  return (
    <section
      aria-labelledby="first-tasks-heading"
      className="space-y-3 rounded-md border bg-surface p-4 sm:p-6"
    >
      <div className="space-y-2">
        <h2 id="first-tasks-heading" className="text-lg font-semibold">
          Your team
        </h2>
        <ol aria-label="Agents in order" className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {agents.map((agent, index) => (
            <li key={agent.id} className="flex min-w-0 items-center gap-1.5">
              {index > 0 && <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />}
              <AgentFace id={agent.id} name={agent.name} engine={agent.cli_type} />
              <span dir="auto" className="max-w-40 truncate">
                {agent.name}
              </span>
            </li>
          ))}
        </ol>
        <p className="text-muted">
          Agents run in this order on every task, looping until nobody has anything to add. Start
          with one of these, or write your own.
        </p>
      </div>
      <ul aria-label="Example tasks" className="grid gap-2 md:grid-cols-3">
        {examplesFor(agents).map((example) => (
          <li key={example.summary}>
            <WriteButton
              className="h-auto min-h-9 w-full justify-start py-2 text-left font-normal whitespace-normal"
              onClick={(event) => onChoose(example, event.currentTarget)}
            >
              <Plus aria-hidden />
              {example.summary}
            </WriteButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
