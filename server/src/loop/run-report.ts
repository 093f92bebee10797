import type { CliType } from "@malamar/contract/cli.ts";
import type { Logger } from "#lib/logger.ts";
import type { EndedRun } from "./perform-run.ts";

interface About {
  agent_name: string;
  cli_type: CliType;
  model: string | null;
  /** The task or the chat. */
  place: Record<string, string>;
}

type Ended = Pick<EndedRun<unknown>, "runId" | "outcome" | "hear">;

/** For whoever reads the log in the morning: what went wrong stands out, the rest is there if wanted. */
export function reportRun({ logger }: { logger: Logger }, about: About, run: Ended): void {
  const { runId: run_id, outcome } = run;
  const context = { ...about.place, agent: about.agent_name, cli: about.cli_type, run_id };
  tellHealth(about, run);
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

/** A run shows whether its engine is logged in, which no cheap check can. */
function tellHealth({ model }: About, { outcome, hear }: Ended): void {
  const kind = outcome.kind === "failed" ? outcome.failure.kind : outcome.kind;
  // A model that answers badly has answered.
  if (kind === "answered" || kind.startsWith("output_")) return hear({ ok: true });
  // The login of one model's provider says nothing about those of other models.
  if (outcome.kind !== "failed" || kind !== "not_logged_in" || model !== null) return;
  const { message, advice, needsUser } = outcome.failure;
  const [error = message] = message.split("\n\n", 1);
  hear({ ok: false, error, advice, needsUser });
}
