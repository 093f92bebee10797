import { join } from "node:path";
import type { TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import type { CheckRunRow, CheckRunStatus, CheckRunStore } from "#domain/check/check-run-store.ts";
import type { Clock } from "#lib/clock.ts";
import { newId } from "#lib/id.ts";
import type { CommandResult } from "#processes/command.ts";
import { openOutputLog } from "./output-log.ts";
import { RepositoryProblem } from "./repository-problem.ts";
import { failureOf, runSetupLine } from "./setup-line.ts";

interface Deps {
  checkRunStore: CheckRunStore;
  dataDir: string;
  /** The inherited environment, without keys of model providers. */
  environment: Readonly<Record<string, string>>;
  clock: Clock;
}

interface Setup {
  workspace_id: WorkspaceId;
  task_id: TaskId;
  command: string;
  cwd: string;
  /** Variables that describe its task. */
  variables: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Runs a workspace's setup command in a new worktree; throws if it fails. */
export function createSetupCommand({ checkRunStore, dataDir, environment, clock }: Deps) {
  return async (setup: Setup): Promise<void> => {
    const { workspace_id, task_id, command, cwd, variables, signal } = setup;
    const attempt = (checkRunStore.last(task_id, "setup")?.attempt ?? 0) + 1;
    const about = { workspace_id, task_id, kind: "setup" as const, command, attempt };
    const run = checkRunStore.insert({ ...about, id: newId(), started_at: clock() });
    let result: CommandResult | null = null;
    let said = "";
    try {
      const log = openOutputLog(join(dataDir, "checks", `${run.id}.log`));
      try {
        const onOutput = (bytes: Uint8Array) => log.push(bytes);
        result = await runSetupLine({ command, cwd, environment, variables, signal, onOutput });
        said = log.last();
      } finally {
        log.close();
      }
    } finally {
      checkRunStore.update({ ...run, ...endOf(result), finished_at: clock() });
    }
    signal.throwIfAborted();
    const failure = failureOf(result);
    if (failure === null) return;
    throw new RepositoryProblem(`the setup command ${failure}${said === "" ? "" : `: ${said}`}`);
  };
}

export type SetupCommand = ReturnType<typeof createSetupCommand>;

function endOf(result: CommandResult | null): Pick<CheckRunRow, "status" | "exit_code"> {
  if (result?.kind !== "exited") {
    return { status: STATUS_OF[result?.kind ?? "not_started"], exit_code: null };
  }
  return { status: result.code === 0 ? "passed" : "failed", exit_code: result.code };
}

const STATUS_OF: Readonly<Record<Exclude<CommandResult["kind"], "exited">, CheckRunStatus>> = {
  killed: "failed",
  timed_out: "timed_out",
  aborted: "cancelled",
  not_started: "failed",
};
