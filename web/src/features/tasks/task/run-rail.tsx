import type { Checkpoint } from "@malamar/contract/checkpoint.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { useId, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { AgentFace } from "#components/agent-face.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { ChangesLink } from "./changes-link.tsx";
import { ChangingText } from "./changing-text.tsx";
import { RunIcon } from "./run-icon.tsx";
import {
  cellFigures,
  cellLabel,
  passHeading,
  railOf,
  type RailAgent,
  type RailCell,
  type RailPass,
} from "./run-rail.logic.ts";
import { searchOf } from "./task-address.logic.ts";

/** The current pass and the two before it. The others show on demand. */
const FIRST = 3;
const STEP = 20;

type RunRailProps = {
  task: Task;
  workspace: Workspace | undefined;
  runs: readonly Run[];
  checkpoints: readonly Checkpoint[];
};

/** The team's work, pass by pass. Each cell links to its transcript. */
export function RunRail({ task, workspace, runs, checkpoints }: RunRailProps) {
  const headingId = useId();
  const [wanted, setWanted] = useState(FIRST);
  const { agents, passes, uncounted } = railOf(task.team, runs);
  if (passes.length === 0) return null;
  const hidden = passes.length - wanted;
  const left = new Map(checkpoints.map((checkpoint) => [checkpoint.run_id, checkpoint]));
  return (
    <section aria-labelledby={headingId} className="space-y-1.5">
      <h3 id={headingId} className="text-sm font-medium text-muted tabular-nums">
        <ChangingText text={passHeading(task, workspace)} />
      </h3>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for form fields
        role="group"
        aria-label="Runs by pass"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls if the team is large, so keyboards must reach it
        tabIndex={0}
        className="overflow-x-auto rounded-md border"
      >
        <table className="w-full border-collapse text-sm tabular-nums">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 bg-background px-2 py-1.5 text-left">
                <span className="sr-only">Pass</span>
              </th>
              {agents.map((agent) => (
                <AgentHeading key={agent.key} agent={agent} />
              ))}
            </tr>
          </thead>
          <tbody>
            {passes.slice(0, wanted).map((row) => (
              <PassRow key={row.pass} row={row} agents={agents} left={left} />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Button
          variant="ghost"
          size="small"
          className="-ml-2"
          onClick={() => setWanted(wanted + STEP)}
        >
          Show earlier passes ({hidden.toLocaleString()} more)
        </Button>
      )}
      {uncounted > 0 && hidden <= 0 && (
        <p className="text-sm text-muted">
          {uncounted.toLocaleString()} earlier runs are listed under Transcript.
        </p>
      )}
    </section>
  );
}

function AgentHeading({ agent: { id, name, engine } }: { agent: RailAgent }) {
  return (
    <th scope="col" className="min-w-24 border-l px-2 py-1.5 text-left font-medium">
      <span className="flex min-w-0 items-center gap-1.5">
        <AgentFace id={id} name={name} engine={engine} />
        <span className="max-w-32 truncate">{name}</span>
      </span>
    </th>
  );
}

type PassRowProps = {
  row: RailPass;
  agents: readonly RailAgent[];
  /** The states that runs left behind. */
  left: ReadonlyMap<RunId | null, Checkpoint>;
};

function PassRow({ row, agents, left }: PassRowProps) {
  return (
    <tr className="border-t">
      <th
        scope="row"
        className="sticky left-0 w-0 bg-background px-2 text-left font-normal whitespace-nowrap text-muted"
      >
        <span className="max-sm:sr-only">Pass </span>
        {row.pass.toLocaleString()}
      </th>
      {row.cells.map((cell, index) => (
        <td key={agents[index]?.key} className="border-l p-0">
          {cell === null ? (
            <span className="px-2 text-muted">
              <span aria-hidden>–</span>
              <span className="sr-only">Did not run</span>
            </span>
          ) : (
            <div className="flex items-stretch">
              <CellLink cell={cell} label={cellLabel(agents[index]?.name ?? "", row.pass, cell)} />
              <CellChanges
                checkpoint={left.get(cell.run.id)}
                about={`${agents[index]?.name ?? ""}, pass ${row.pass}`}
              />
            </div>
          )}
        </td>
      ))}
    </tr>
  );
}

function CellLink({ cell, label }: { cell: RailCell; label: string }) {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const { run, tries } = cell;
  return (
    <Tooltip text={label}>
      <Link
        to={{ search: searchOf("transcript", run.id, search) }}
        replace
        state={state}
        aria-label={label}
        className="hit-area flex min-h-8 flex-1 items-center gap-1.5 px-2 py-1 whitespace-nowrap hover:bg-hover focus-visible:-outline-offset-2"
      >
        <RunIcon run={run} />
        {cellFigures(cell).map((figure, index) => (
          <span key={figure} className={index > 0 ? "text-muted" : undefined}>
            {figure}
          </span>
        ))}
        {tries > 1 && <span className="text-muted">×{tries}</span>}
      </Link>
    </Tooltip>
  );
}

function CellChanges({ checkpoint, about }: { checkpoint: Checkpoint | undefined; about: string }) {
  if (checkpoint === undefined) return null;
  return (
    <span className="flex items-center pr-2">
      <ChangesLink checkpoint={checkpoint} about={about} isShort />
    </span>
  );
}
