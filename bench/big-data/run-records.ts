import { CLIS } from "@malamar/contract/plain/cli.ts";
import { createRunStore, type NewRun } from "@malamar/server/domain/run/run-store.ts";
import { later } from "@malamar/server/lib/clock.ts";
import type { HistoryDeps } from "./history.ts";
import type { PlannedRun, PlannedWorkspace } from "./plan.ts";

/** In the team's order. The second is the one whose CLI has no quota. */
export const ROLES = ["Planner", "Implementer", "Reviewer", "Approver", "Writer"] as const;
export const cliOf = (place: number) => CLIS[place % 4]!.type;

/** A run that has ended, with its transcript. */
export function createRunRecords({ db, draws, writeTranscript, clock }: HistoryDeps) {
  const runs = createRunStore(db);

  return function recordRun(
    { id, bytes }: PlannedRun,
    workspace: PlannedWorkspace,
    agent: number,
    owner: Pick<NewRun, "task_id" | "chat_id" | "pass">,
  ): void {
    const finished_at = clock();
    const started_at = later(finished_at, -draws.whole(5_000, 900_000));
    runs.insert({
      id,
      workspace_id: workspace.id,
      ...owner,
      agent_id: workspace.team[agent]!,
      agent_name: ROLES[agent]!,
      cli_type: cliOf(agent),
      model: null,
      started_at,
    });
    runs.setProcess(id, draws.whole(300, 4_000_000), started_at);
    runs.finish({
      id,
      status: "succeeded",
      failure_kind: null,
      exit_code: 0,
      cli_session_id: draws.id(),
      input_tokens: draws.whole(1_000, 90_000),
      output_tokens: draws.whole(100, 9_000),
      cached_tokens: draws.whole(0, 500_000),
      cost_usd: agent % 2 === 0 ? draws.whole(1, 400) / 100 : null,
      is_estimated: false,
      finished_at,
    });
    writeTranscript({ runId: id, startedAt: started_at, finishedAt: finished_at, bytes });
  };
}
