import { z } from "zod";
import { CLIS, DEMO_CLI } from "./plain/cli.ts";
import { Flag } from "./text.ts";

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
