import type { AgentId, EngineId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { Task } from "@malamar/contract/task.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { dollars, duration } from "#lib/format.ts";
import { runOutcome } from "./run-words.logic.ts";

export type RailAgent = {
  key: string;
  id: AgentId | null;
  name: string;
  /** The engine of its last run. Undefined before the first. */
  engine: EngineId | undefined;
};

/** One agent's work in one pass: its last run, and the number of tries. */
export type RailCell = { run: Run; tries: number };

export type RailPass = { pass: number; cells: readonly (RailCell | null)[] };

export type Rail = {
  agents: readonly RailAgent[];
  /** Newest first. */
  passes: readonly RailPass[];
  /** Runs from before passes were counted. */
  uncounted: number;
};

/** A task's runs as a table: a row per pass, a column per agent in team order. */
export function railOf(team: Task["team"], runs: readonly Run[]): Rail {
  const agents = agentsOf(team, runs);
  const byPass = Map.groupBy(
    runs.filter(({ pass }) => pass !== null),
    ({ pass }) => pass ?? 0,
  );
  const passes = [...byPass]
    .toSorted(([a], [b]) => b - a)
    .map(([pass, ofPass]) => ({ pass, cells: agents.map(({ key }) => cellOf(ofPass, key)) }));
  return { agents, passes, uncounted: runs.filter(({ pass }) => pass === null).length };
}

/** The current team in order, then former agents that worked on the task. */
function agentsOf(team: Task["team"], runs: readonly Run[]): RailAgent[] {
  const agents = new Map<string, RailAgent>(
    team.map(({ agent_id, name }) => [
      agent_id,
      { key: agent_id, id: agent_id, name, engine: undefined },
    ]),
  );
  for (const run of runs) {
    const key = keyOf(run);
    const known = agents.get(key);
    agents.set(key, {
      key,
      id: known?.id ?? run.agent_id,
      name: known?.name ?? run.agent_name,
      engine: run.cli_type,
    });
  }
  return [...agents.values()];
}

function cellOf(runs: readonly Run[], key: string): RailCell | null {
  const own = runs.filter((run) => keyOf(run) === key);
  const run = own.at(-1);
  return run === undefined ? null : { run, tries: own.length };
}

function keyOf({ agent_id, agent_name }: Run): string {
  return agent_id ?? `name ${agent_name}`;
}

/** "12 s", "$0.02": the figures in a cell. Unknown ones are left out. */
export function cellFigures({ run }: RailCell): string[] {
  const figures: string[] = [];
  if (run.finished_at !== null) {
    figures.push(duration(Date.parse(run.finished_at) - Date.parse(run.started_at)));
  }
  if (run.cost_usd !== null) figures.push(dollars(run.cost_usd));
  return figures;
}

/** "Planner, pass 3: commented, 12 s, $0.02, 2 tries": a cell for screen readers. */
export function cellLabel(agent: string, pass: number, cell: RailCell): string {
  const { run, tries } = cell;
  const outcome = runOutcome(run);
  const more = tries > 1 ? [`${tries} tries`] : [];
  return `${agent}, pass ${pass}: ${[outcome, ...cellFigures(cell), ...more].join(", ")}`;
}

/** "Pass 3 of 15", or both counts if a person has written since the first pass. */
export function passHeading(
  { pass, pass_count }: Pick<Task, "pass" | "pass_count">,
  workspace: Pick<Workspace, "max_passes"> | undefined,
): string {
  const current = pass ?? 0;
  // The limit may be unknown yet, or lowered meanwhile.
  if (workspace === undefined || pass_count > workspace.max_passes) {
    return `Pass ${current.toLocaleString()}`;
  }
  const most = workspace.max_passes.toLocaleString();
  if (current === pass_count) return `Pass ${current.toLocaleString()} of ${most}`;
  const since = pass_count.toLocaleString();
  return `Pass ${current.toLocaleString()} · ${since} of ${most} since your last input`;
}
