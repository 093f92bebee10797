import type { CliHealth } from "@malamar/contract/cli.ts";

/** Whether it is known that no CLI works. False before the first response. */
export function hasNoCli(health: readonly CliHealth[] | undefined): boolean {
  return health !== undefined && health.every((cli) => cli.status === "unhealthy");
}
