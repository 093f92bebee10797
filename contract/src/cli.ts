import { z } from "zod";
import type { EngineId } from "./ids.ts";
import { Flag } from "./text.ts";

/**
 * The external programs an agent can run on, in the order in which a default is chosen. To add one:
 * a line here, and its file in server/src/engines/cli/clis (which does not compile without it).
 */
export const CLIS = [
  { type: "claude", label: "Claude Code" },
  { type: "codex", label: "Codex CLI" },
  { type: "gemini", label: "Gemini CLI" },
  { type: "opencode", label: "OpenCode" },
  { type: "qwen", label: "Qwen Code" },
] as const;

/** Malamar's own scripted CLI: no account, no model. Offered only in demos. */
export const DEMO_CLI = { type: "demo", label: "Demo CLI" } as const;

const choices = `must be one of ${CLIS.map((cli) => cli.type).join(", ")}`;

/** A CLI that has to be installed. */
export const InstalledCliType = z.enum(
  CLIS.map((cli) => cli.type),
  choices,
);
export type InstalledCliType = z.infer<typeof InstalledCliType>;

/** What an agent can run on. */
export const CliType = z.enum([...InstalledCliType.options, DEMO_CLI.type], choices);
export type CliType = z.infer<typeof CliType>;

export function cliLabel(type: EngineId): string {
  return [...CLIS, DEMO_CLI].find((cli) => cli.type === type)?.label ?? type;
}

export const CliHealth = z.object({
  cli_type: CliType,
  label: z.string(),
  /**
   * slow: it has answered before, but this time its version command did not answer in time. Agents
   * still use it.
   */
  status: z.enum(["healthy", "slow", "unhealthy"]),
  version: z.string().nullable(),
  path: z.string().nullable(),
  error: z.string().nullable(),
  /** What to do about it. */
  advice: z.string().nullable(),
  /** null for the one that is part of Malamar. */
  install_command: z.string().nullable(),
  checked_at: z.iso.datetime(),
  /**
   * When its model last answered, in a run or in a deep check; null if it has not since the start.
   */
  answered_at: z.iso.datetime().nullable(),
  /** Keys in Malamar's environment that it does not get, by name: it does not use them. */
  withheld_env: z.array(z.string()),
});
export type CliHealth = z.infer<typeof CliHealth>;

export const RefreshCliHealth = z.object({
  /** Asks the model of each CLI for an answer, which may cost a little. */
  deep: Flag.default(false),
  /** Only this one; all of them if absent. */
  cli_type: CliType.optional(),
});

/** Whether agents can run on it. */
export function isUsable({ status }: Pick<CliHealth, "status">): boolean {
  return status !== "unhealthy";
}

/** The first one that works, in the order of the list; null when none does. */
export function firstHealthyCli(health: readonly CliHealth[]): CliType | null {
  const usable = new Set(health.filter(isUsable).map(({ cli_type }) => cli_type));
  return [...CLIS, DEMO_CLI].find((cli) => usable.has(cli.type))?.type ?? null;
}

/** The CLI of a new agent when nobody chose one: the first healthy one, else the first of all. */
export function preferredCli(health: readonly CliHealth[]): CliType {
  return firstHealthyCli(health) ?? CLIS[0].type;
}
