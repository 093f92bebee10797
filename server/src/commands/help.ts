import { OPTION_NAMES, OPTIONS, SWITCHES, variableOf } from "#config/options.ts";
import { VERSION } from "#lib/version.ts";

const COMMAND_HELP = [
  ["malamar", "Start the server (default)"],
  ["malamar demo", "Show a team at work, without an account or a model"],
  ["malamar demo --real", "The same on the CLIs that are installed, with a scripted model"],
  ["malamar version", "Show version info"],
  ["malamar help", "Show this help"],
  ["malamar status", "Tell whether the server runs, where, and what it does"],
  ["malamar stop", "Stop the server in good order"],
  ["malamar service install", "Write a systemd user unit; asks first, or takes --yes"],
  ["malamar service uninstall", "Remove that unit"],
  ["malamar doctor", "Check system health (CLIs, database, config, port, disk)"],
  ["malamar doctor --deep", "And ask the model of each CLI for an answer"],
  ["malamar config", "Show current configuration, of the running server if there is one"],
  ["malamar backup [file]", "Copy everything into one file, also while the server runs"],
  ["malamar restore file", "Put a backup in the place of what is there, which is kept aside"],
  [
    "malamar restore file --trust",
    "The same, with all of a backup of another installation switched on",
  ],
  ["malamar export workspace [file]", "Write a workspace, by its id or title, to a readable file"],
  ["malamar import file", "Make a new workspace from such a file; nothing starts by itself"],
  ["malamar bench [name …]", "Measure this Malamar on this machine; more with bench --help"],
] as const;

export function helpText(): string {
  const options = OPTION_NAMES.map((name) => {
    const flag = SWITCHES.has(name) ? `--${name}` : `--${name} VALUE`;
    return [flag, variableOf(name), OPTIONS[name].about] as const;
  });
  return [
    `Malamar ${VERSION}: an ordered team of AI coding CLIs that works your tasks.`,
    "",
    "Usage: malamar [command] [options]",
    "",
    "Commands:",
    ...columns(COMMAND_HELP),
    "",
    "Options (a variable of the environment wins over its flag):",
    ...columns(options),
    ...columns([["--open", "", "open the page in the browser after the start"]]),
  ].join("\n");
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = [33, 32];
  return rows.map((row) =>
    `  ${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join("")}`.trimEnd(),
  );
}
