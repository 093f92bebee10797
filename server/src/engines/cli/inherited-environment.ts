import type { CliAdapter } from "./cli-adapter.ts";
import { ALL_KEY_VARIABLES } from "./key-variables.ts";

/** What a person has set for a CLI. */
interface Allowed {
  env_vars: Record<string, string>;
  inherited_env?: readonly string[] | undefined;
}

type Environment = Record<string, string>;

/**
 * What a CLI gets of Malamar's environment: everything except the keys of providers that it does
 * not use, so that what its agents run cannot read them. A person can allow each by its name.
 */
export function inheritedEnvironment(
  adapter: Pick<CliAdapter, "keyVariables">,
  environment: Environment,
  allowed: Allowed,
): Environment {
  const withheld = new Set(withheldVariables(adapter, environment, allowed));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !withheld.has(name)));
}

/** The names of existing ones that it does not get. */
export function withheldVariables(
  { keyVariables }: Pick<CliAdapter, "keyVariables">,
  environment: Environment,
  { env_vars, inherited_env = [] }: Allowed,
): string[] {
  const read = new Set([...keyVariables({ ...environment, ...env_vars }), ...inherited_env]);
  return ALL_KEY_VARIABLES.filter((name) => name in environment && !read.has(name)).toSorted();
}
