import type { z } from "zod";
import { OPTION_NAMES, OPTIONS, variableOf, type OptionName } from "./options.ts";

type ValueOf<Name extends OptionName> =
  | z.infer<ReturnType<(typeof OPTIONS)[Name]["value"]>>
  | ReturnType<(typeof OPTIONS)[Name]["default"]>;

/** Every option with its final value. */
export type Config = { readonly [Name in OptionName]: ValueOf<Name> };

/** Where a value came from: a flag, a variable, or the default. */
type Sources = { readonly [Name in OptionName]: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface LoadedConfig {
  config: Config;
  sources: Sources;
  /** One sentence for every refused value; `config` shows its default instead. */
  problems: string[];
  /** One sentence for everything that is allowed but not recommended. */
  warnings: string[];
}

/** Defaults < flags < environment. An empty variable counts as not set. */
export function loadConfig(flags: ReadonlyMap<string, string>, env: Environment): LoadedConfig {
  const config: Partial<Record<OptionName, unknown>> = {};
  const sources: Partial<Record<OptionName, string>> = {};
  const problems: string[] = [];

  for (const name of OPTION_NAMES) {
    const given = givenValue(name, flags, env);
    const parsed = given && OPTIONS[name].value().safeParse(given.text);
    if (parsed && !parsed.success) {
      const shown = name === "token" ? "" : ` (got "${given.text}")`;
      problems.push(`${given.from}: ${parsed.error.issues[0]?.message}${shown}`);
    }
    config[name] = parsed?.success ? parsed.data : OPTIONS[name].default();
    sources[name] = parsed?.success ? given!.from : "default";
  }

  // Every option was filled in by the loop over all names.
  const loaded = { config: config as Config, sources: sources as Sources };
  return {
    ...loaded,
    problems: [...problems, ...contradictions(loaded.sources)],
    warnings: sources.token === "--token" ? [OPEN_TOKEN] : [],
  };
}

const OPEN_TOKEN =
  "Anyone on this machine can see the token of --token in the process list. " +
  "Put it in a file that only you can read, and name that file with --token-file.";

function contradictions({ token, "token-file": file }: Sources): string[] {
  if (token === "default" || file === "default") return [];
  return [`${token} and ${file} both set a token: leave one of them out`];
}

function givenValue(name: OptionName, flags: ReadonlyMap<string, string>, env: Environment) {
  const variable = env[variableOf(name)];
  if (variable) return { text: variable, from: variableOf(name) };
  const flag = flags.get(name);
  if (flag !== undefined) return { text: flag, from: `--${name}` };
  return undefined;
}

/** The one place that reads the environment of the process. */
export function processEnvironment(): Environment {
  return process.env;
}

/** What a CLI inherits: everything except Malamar's own variables (its token is among them). */
export function withoutOwnVariables(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !entry[0].startsWith("MALAMAR_"),
    ),
  );
}

/** npm passes Ctrl-C on to its child, which the terminal has already signalled. */
export function startedByNpm(env: Environment): boolean {
  return env["npm_lifecycle_event"] !== undefined;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The address under which someone on this machine can reach it. */
export function addressOf(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
