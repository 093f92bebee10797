import type { CliHealth, CliType } from "@malamar/contract/cli.ts";
import { isUsable } from "@malamar/contract/plain/cli.ts";
import { counted } from "#lib/format.ts";

/** A check looks for the programs. A deep check also asks their models. */
export type Check = { deep: boolean; cli_type?: CliType };

/** Whether this CLI's model is being asked, as far as this page knows. */
export function isAsked(checks: readonly Check[], cli: CliHealth): boolean {
  // A CLI that is not installed is not asked.
  if (cli.path === null) return false;
  return checks.some(
    ({ deep, cli_type }) => deep && (cli_type === undefined || cli_type === cli.cli_type),
  );
}

/** The result of a check in one sentence. */
export function checkOutcome(health: readonly CliHealth[], check: Check): string {
  if (!check.deep) {
    const usable = health.filter(isUsable);
    if (usable.length === 0) return "Checked. No CLI is available.";
    const isOrAre = usable.length === 1 ? "is" : "are";
    return `Checked. ${usable.length} of ${counted(health.length, "CLI")} ${isOrAre} available.`;
  }
  const there = health.filter(
    (cli) => cli.path !== null && (check.cli_type === undefined || check.cli_type === cli.cli_type),
  );
  if (there.length === 0) return "There is no CLI to check.";
  const answered = there.filter(isUsable);
  const silent = there.filter((cli) => !isUsable(cli));
  return [
    answered.length > 0 && `${listed(answered)} answered.`,
    silent.length > 0 && `${listed(silent)} did not answer.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function listed(clis: readonly CliHealth[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(clis.map(({ label }) => label));
}
