import { EnvName } from "@malamar/contract/env-name.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { hasNoNul } from "@malamar/contract/text.ts";
import { z } from "zod";
import { counted } from "#lib/format.ts";

export type CliSettings = Settings["cli_settings"][keyof Settings["cli_settings"]];

const NO_NUL = "must not contain a NUL character";

export const PathForm = z.object({ binary_path: z.string().refine(hasNoNul, NO_NUL) });

/** A new variable. Existing ones are replaced in their own rows. */
export function variableForm(taken: readonly string[]) {
  return z.object({
    name: z
      .string()
      .trim()
      .min(1, { error: "must not be empty", abort: true })
      .pipe(EnvName)
      .refine((name) => !taken.includes(name), "is already set; replace it in the list"),
    value: z.string().refine(hasNoNul, NO_NUL),
  });
}

/** The set variables, plus those being edited here although they were removed elsewhere. */
export function variableRows(
  variables: CliSettings["env_vars"],
  open: readonly string[],
): { name: string; isSet: boolean }[] {
  const names = new Set([...Object.keys(variables), ...open]);
  return [...names].toSorted().map((name) => ({ name, isSet: Object.hasOwn(variables, name) }));
}

/** The setup in a few words, or nothing if nothing is set. */
export function setupSummary({ binary_path, env_vars, inherited_env }: CliSettings): string {
  const count = Object.keys(env_vars).length;
  return [
    binary_path !== null && "custom path",
    count > 0 && counted(count, "variable"),
    inherited_env.length > 0 && `${counted(inherited_env.length, "key")} passed on`,
  ]
    .filter(Boolean)
    .join(", ");
}
