import type { CliHealth } from "@malamar/contract/cli.ts";

/** Known to have none: before the first answer nothing is claimed. */
export function hasNoCli(health: readonly CliHealth[] | undefined): boolean {
  return health !== undefined && health.every((cli) => cli.status === "unhealthy");
}
