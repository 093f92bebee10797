import type { Config, LoadedConfig } from "#config/config.ts";
import { OPTION_NAMES, type OptionName } from "#config/options.ts";

export function configText({ config, sources }: LoadedConfig): string {
  const rows = OPTION_NAMES.map(
    (name) => [name, shown(name, config[name]), sources[name]] as const,
  );
  const width = Math.max(...rows.map(([, value]) => value.length));
  return [
    "Malamar Configuration",
    "",
    ...rows.map(([name, value, source]) => `${name.padEnd(22)}${value.padEnd(width)}  (${source})`),
  ].join("\n");
}

function shown(name: OptionName, value: Config[OptionName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "-";
  if (name === "token") return "(set)";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
