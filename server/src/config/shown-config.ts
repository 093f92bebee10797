import type { Config } from "./config.ts";
import { OPTION_NAMES, type OptionName } from "./options.ts";

/** Every option as text for people; never the token. */
export function shownConfig(config: Config): Record<OptionName, string> {
  const entries = OPTION_NAMES.map((name) => [name, shown(name, config[name])] as const);
  // One entry for every name, by construction.
  return Object.fromEntries(entries) as Record<OptionName, string>;
}

function shown(name: OptionName, value: Config[OptionName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "-";
  if (name === "token") return "(set)";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
