import type { EngineId } from "@malamar/contract/ids.ts";
import type { Logger } from "#lib/logger.ts";
import { hasAnswered } from "./outcome.ts";
import type { EndedRun } from "./perform-run.ts";

interface About {
  agent_name: string;
  cli_type: EngineId;
  model: string | null;
  /** The task or the chat. */
  place: Record<string, string>;
}

type Ended = Pick<EndedRun<unknown>, "runId" | "outcome" | "hear">;

/** For whoever reads the log in the morning: failures stand out, the rest is there if needed. */
export function reportRun({ logger }: { logger: Logger }, about: About, run: Ended): void {
  const { runId: run_id, outcome } = run;
  const context = { ...about.place, agent: about.agent_name, engine: about.cli_type, run_id };
  tellHealth(about, run);
  switch (outcome.kind) {
    case "failed":
      return logger.warn("A run failed", { ...context, error: outcome.failure.message });
    case "quota":
      return logger.warn("An engine has no quota left", {
        ...context,
        resets_at: outcome.resetsAt,
      });
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
  if (hasAnswered(outcome)) return hear({ ok: true });
  if (outcome.kind !== "failed") return;
  const { kind, message, advice, needsUser } = outcome.failure;
  // The login of one model's provider says nothing about those of other models.
  if (kind !== "not_logged_in" || model !== null) return;
  const [error = message] = message.split("\n\n", 1);
  hear({ ok: false, error, advice, needsUser });
}
