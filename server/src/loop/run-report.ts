import type { CliType } from "@malamar/contract/cli.ts";
import type { CliHealthMonitor } from "#engines/health.ts";
import type { Logger } from "#lib/logger.ts";
import type { EndedRun } from "./perform-run.ts";

interface Deps {
  cliHealth: Pick<CliHealthMonitor, "hear">;
  logger: Logger;
}

interface About {
  agent_name: string;
  cli_type: CliType;
  model: string | null;
  /** The task or the chat. */
  place: Record<string, string>;
}

type Ended = Pick<EndedRun<unknown>, "runId" | "outcome" | "setup">;

/** For whoever reads the log in the morning: what went wrong stands out, the rest is there if wanted. */
export function reportRun(deps: Deps, about: About, run: Ended): void {
  const { logger } = deps;
  const { runId: run_id, outcome } = run;
  const context = { ...about.place, agent: about.agent_name, cli: about.cli_type, run_id };
  tellHealth(deps, about, run);
  switch (outcome.kind) {
    case "failed":
      return logger.warn("A run failed", { ...context, error: outcome.failure.message });
    case "quota":
      return logger.warn("A CLI has no quota left", { ...context, resets_at: outcome.resetsAt });
    case "tripped":
      return logger.warn("A guard ended a run", { ...context, ...outcome.tripped });
    case "aborted":
      return logger.info("A run was ended", context);
    case "answered":
      return logger.debug("A run succeeded", context);
    default:
      return outcome satisfies never;
  }
}

/** A run shows whether its CLI is logged in, which no cheap check can. */
function tellHealth({ cliHealth }: Deps, { cli_type, model }: About, run: Ended): void {
  const { outcome, setup } = run;
  const kind = outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
  // A model that answers badly has answered.
  if (kind === "answered" || kind.startsWith("output_")) {
    return cliHealth.hear(cli_type, { ok: true }, setup);
  }
  // The login of one model's provider says nothing about those of other models.
  if (outcome.kind !== "failed" || kind !== "not_logged_in" || model !== null) return;
  const { message, advice, needsUser } = outcome.failure;
  const [error = message] = message.split("\n\n", 1);
  cliHealth.hear(cli_type, { ok: false, error, advice, needsUser }, setup);
}
