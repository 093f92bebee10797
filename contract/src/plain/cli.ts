import type { CliHealth, CliType } from "../cli.ts";
import type { EngineId } from "../ids.ts";

/**
 * The external programs an agent can run on, in the order in which a default is chosen.
 * To add one: a line here, and its file in server/src/engines/cli/clis (which does not compile without it).
 */
export const CLIS = [
  { type: "claude", label: "Claude Code" },
  { type: "codex", label: "Codex CLI" },
  { type: "gemini", label: "Gemini CLI" },
  { type: "opencode", label: "OpenCode" },
  { type: "qwen", label: "Qwen Code" },
] as const;

/** Malamar's own scripted CLI: no account, no model. Offered only where Malamar shows itself. */
export const DEMO_CLI = { type: "demo", label: "Demo CLI" } as const;

export function cliLabel(type: EngineId): string {
  return [...CLIS, DEMO_CLI].find((cli) => cli.type === type)?.label ?? type;
}

/** Whether agents can run on it. */
export function isUsable({ status }: Pick<CliHealth, "status">): boolean {
  return status !== "unhealthy";
}

/** The first one that works, in the order of the list; null when none does. */
export function firstHealthyCli(health: readonly CliHealth[]): CliType | null {
  const usable = new Set(health.filter(isUsable).map(({ cli_type }) => cli_type));
  return [...CLIS, DEMO_CLI].find((cli) => usable.has(cli.type))?.type ?? null;
}

/** The CLI a new agent gets when nobody chose one: the first healthy one, else the first of all. */
export function preferredCli(health: readonly CliHealth[]): CliType {
  return firstHealthyCli(health) ?? CLIS[0].type;
}
