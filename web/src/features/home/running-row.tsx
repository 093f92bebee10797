import type { HomeRunning } from "@malamar/contract/home.ts";
import { CircleStop } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { AgentFace } from "#components/agent-face.tsx";
import { LiveLine } from "#components/live-line.tsx";
import { Stepper } from "#components/stepper.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { useNow } from "#lib/clock.ts";
import { errorMessage } from "#lib/error-details.logic.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { toast } from "#lib/toast.ts";
import { focusBeside } from "./focus-beside.ts";
import { useStop } from "./mutations.ts";
import { agentAtWork, workingFor } from "./running.logic.ts";

/** No row is wider than this. */
const MOST_LETTERS = 300;

/** A running task. Its title links to it, and Stop lies above the link. */
export function RunningRow({ task }: { task: HomeRunning }) {
  const agent = agentAtWork(task);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2 transition-colors duration-[120ms] hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
      <AgentFace id={agent.id} name={agent.name} size="medium" />
      <div className="min-w-0">
        <p className="flex min-w-0 items-baseline gap-1.5">
          <Link
            to={`/workspaces/${task.workspace_id}/tasks/${task.id}`}
            dir="auto"
            className="truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
          >
            {shortened(task.summary, MOST_LETTERS)}
          </Link>
          <span className="text-sm text-muted tabular-nums">#{task.number}</span>
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-muted">
          <span dir="auto" className="max-w-40 truncate text-foreground">
            {agent.name}
          </span>
          <WorkingFor since={task.current_run_started_at ?? task.working_since} />
          {task.pass !== null && <span className="tabular-nums">Pass {task.pass}</span>}
          <span dir="auto" className="max-w-48 truncate">
            {task.workspace_title}
          </span>
        </p>
      </div>
      {/* Above the link, so that its marks can be pointed at. Below the text on a phone. */}
      <span className="relative inline-flex text-sm text-muted max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-2">
        <Stepper team={task.team} isFocusable />
      </span>
      <span className="relative">
        <StopButton task={task} />
      </span>
      <div className="col-start-2 -col-end-1 min-h-[1lh] min-w-0 text-sm">
        {task.current_run_id !== null && <LiveLine runId={task.current_run_id} />}
      </div>
    </li>
  );
}

function WorkingFor({ since }: { since: string }) {
  return <span className="tabular-nums">{workingFor(since, useNow())}</span>;
}

function StopButton({ task }: { task: HomeRunning }) {
  const stop = useStop(task.id);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const summary = shortened(task.summary, MOST_LETTERS);
  // Awaited, because `mutate` callbacks are dropped when the row unmounts after the run.
  const end = async () => {
    const focusNext = focusBeside(buttonRef.current);
    try {
      await stop.mutateAsync();
      focusNext();
      toast.success("Stopped and put on hold", { description: summary });
    } catch (error) {
      toast.error("The run was not stopped", { description: errorMessage(error) });
    }
  };
  return (
    <WriteButton
      ref={buttonRef}
      size="small"
      aria-label={`Stop: ${summary}`}
      isBusy={stop.isPending}
      onClick={() => void end()}
    >
      <CircleStop aria-hidden />
      Stop
    </WriteButton>
  );
}
