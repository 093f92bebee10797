import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { Run } from "@malamar/contract/run.ts";
import { useEffect, useState } from "react";
import { AgentFace } from "#components/agent-face.tsx";
import { useConnection } from "#lib/connection.ts";
import type { LogSnapshot } from "./transcript-log.ts";
import { RunStatusLabel } from "./run-status-label.tsx";
import { elapsed, spentBy, spentWords, stopwatch } from "./run-words.logic.ts";

type RunHeaderProps = { run: Run; snapshot: LogSnapshot };

/** The run's agent, CLI, status and cost. */
export function RunHeader({ run, snapshot: { usage, finished } }: RunHeaderProps) {
  // The transcript may report the end before the list of runs does.
  const status = run.status === "running" ? (finished?.status ?? run.status) : run.status;
  const finishedAt = run.finished_at ?? finished?.at ?? null;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-0.5 border-b px-3 py-2">
      <p className="flex max-w-full min-w-0 items-center gap-2">
        <AgentFace id={run.agent_id} name={run.agent_name} engine={run.cli_type} />
        <span className="min-w-0 truncate font-semibold">{run.agent_name}</span>
      </p>
      <RunStatusLabel status={status} />
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted tabular-nums sm:ml-auto">
        <span className="max-w-full min-w-0 truncate">
          {cliLabel(run.cli_type)}
          {run.model !== null && <span className="font-mono"> {run.model}</span>}
        </span>
        {finishedAt === null ? (
          <Ticking from={run.started_at} />
        ) : (
          <span>{elapsed(run.started_at, finishedAt)}</span>
        )}
        {spentWords(spentBy(run, usage), status === "running").map((words) => (
          <span key={words} className="whitespace-nowrap">
            {words}
          </span>
        ))}
      </p>
    </header>
  );
}

const TICK_MS = 1_000;

/** The elapsed time in seconds. The transcript's only timer. */
function Ticking({ from }: { from: string }) {
  const [now, setNow] = useState(Date.now);
  const { isOffline } = useConnection();
  useEffect(() => {
    // Offline, it is unknown whether the run continues.
    if (isOffline) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOffline]);
  return (
    <span role="timer" aria-label="Running for">
      {stopwatch(now - Date.parse(from))}
    </span>
  );
}
