import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth, InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { shortened } from "#lib/short-text.logic.ts";

/** Nobody reads a banner with more names than this. */
const MOST_NAMES = 3;
const LONGEST_NAME = 32;

/** The CLIs of this team that are known not to work, with the names of their agents. */
export function unavailableClis(
  agents: readonly Agent[],
  clis: readonly CliHealth[],
): { cli: InstalledCliType; names: string }[] {
  return CLIS.flatMap(({ type }) => {
    const isDown = clis.some((cli) => cli.cli_type === type && cli.status === "unhealthy");
    const names = agents.filter((agent) => agent.cli_type === type).map((agent) => agent.name);
    return isDown && names.length > 0 ? [{ cli: type, names: listed(names) }] : [];
  });
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const first = names.slice(0, MOST_NAMES).map((name) => shortened(name, LONGEST_NAME));
  const parts = more > 0 ? [...first, `${more} more`] : first;
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}
