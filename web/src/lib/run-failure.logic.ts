/** Why a run failed or was stopped. A newer server may have more kinds. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["not_started", "the CLI could not be started"],
  ["exited", "the CLI exited"],
  ["killed", "the CLI was killed"],
  ["reported_error", "the CLI reported an error"],
  ["output_missing", "it wrote no answer"],
  ["output_empty", "its answer was empty"],
  ["output_not_json", "its answer was not JSON"],
  ["output_invalid", "its answer had the wrong format"],
  ["not_installed", "the CLI is not installed"],
  ["not_logged_in", "the CLI is not logged in"],
  ["no_credit", "no credit left"],
  ["bad_model", "the model is not available"],
  ["quota", "usage limit reached"],
  ["overloaded", "the service is overloaded"],
  ["network", "no connection to the model"],
  ["permission_refused", "a permission was refused"],
  ["run_timeout_minutes", "it ran for too long"],
  ["idle_timeout_minutes", "it was idle for too long"],
  ["max_cost_usd", "the cost limit was reached"],
  ["max_tokens", "the token limit was reached"],
]);

/** "no credit left", "the CLI exited with code 3". */
export function failureWords(kind: string, exitCode: number | null): string {
  if (kind === "exited" && exitCode !== null) return `the CLI exited with code ${exitCode}`;
  return WORDS.get(kind) ?? kind.replaceAll("_", " ");
}
