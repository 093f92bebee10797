import { lookForServer, serverText } from "#app/running-server.ts";
import type { LoadedConfig } from "#config/config.ts";
import { OPTION_NAMES, type OptionName } from "#config/options.ts";
import { shownConfig } from "#config/shown-config.ts";
import type { ServerRecord } from "#data-directory/server-record.ts";

/** What the running server uses; without one, what a start would use. */
export async function configText(loaded: LoadedConfig): Promise<string> {
  const state = await lookForServer(loaded.config["data-dir"]);
  const server = state.is === "running" ? state.server : null;
  const rows = OPTION_NAMES.map((name) => rowOf(name, loaded, server));
  const width = Math.max(...rows.map(({ value }) => value.length));
  return [
    "Malamar Configuration",
    "",
    ...(server ? [`These are the values of the running server (${serverText(server)}).`, ""] : []),
    ...rows.map(
      ({ name, value, source }) => `${name.padEnd(22)}${value.padEnd(width)}  (${source})`,
    ),
  ].join("\n");
}

function rowOf(name: OptionName, { config, sources }: LoadedConfig, server: ServerRecord | null) {
  const here = shownConfig(config)[name];
  const running = server?.config[name];
  if (running === undefined || running === here)
    return { name, value: here, source: sources[name] };
  return {
    name,
    value: running,
    source: `running server; a start here would use ${here}, ${sources[name]}`,
  };
}
