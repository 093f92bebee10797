import type { HomeRunning } from "@malamar/contract/home.ts";
import { counted } from "#lib/format.ts";
import { RunningRow } from "./running-row.tsx";

type RunningNowProps = { tasks: readonly HomeRunning[]; count: number };

/** The running tasks of all workspaces. Renders nothing if there are none. */
export function RunningNow({ tasks, count }: RunningNowProps) {
  if (tasks.length === 0) return null;
  return (
    <section
      id="running"
      tabIndex={-1}
      aria-labelledby="running-heading"
      className="scroll-mt-16 space-y-2 outline-none"
    >
      <h2 id="running-heading" className="text-lg font-semibold">
        Running now
      </h2>
      <ul
        aria-labelledby="running-heading"
        data-commands=""
        className="divide-y overflow-hidden rounded-md border bg-card"
      >
        {tasks.map((task) => (
          <RunningRow key={task.id} task={task} />
        ))}
      </ul>
      {count > tasks.length && (
        <p className="text-sm text-muted">and {counted(count - tasks.length, "more task")}</p>
      )}
    </section>
  );
}
