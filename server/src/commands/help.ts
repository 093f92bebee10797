import { OPTION_NAMES, OPTIONS, SWITCHES, variableOf } from "#config/options.ts";
import { VERSION } from "#lib/version.ts";

const COMMAND_HELP = [
  ["malamar", "Start the server (default)"],
  ["malamar demo", "Watch a team work in a small repository, without an account or a model"],
  ["malamar demo --real", "The same with the CLIs you have installed and a scripted model"],
  ["malamar version", "Show version info"],
  ["malamar help", "Show this help"],
  ["malamar status", "Show whether the server is running, where, and what it is doing"],
  ["malamar stop", "Stop the server cleanly"],
  ["malamar service install", "Write a systemd user unit (asks first; --yes skips the question)"],
  ["malamar service uninstall", "Remove that unit"],
  ["malamar doctor", "Check system health (CLIs, database, config, port, disk)"],
  ["malamar doctor --deep", "Also ask each CLI's model for an answer"],
  ["malamar config", "Show current configuration, of the running server if there is one"],
  ["malamar backup [file]", "Copy everything into one file, even while the server is running"],
  [
    "malamar restore file",
    "Replace the current data with a backup; the old data is kept alongside",
  ],
  ["malamar restore file --trust", "The same, and trust a backup from another installation"],
  ["malamar export workspace [file]", "Write a workspace, by its id or title, to a readable file"],
  ["malamar import file", "Create a workspace from such a file; nothing starts on its own"],
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
    "Options (environment variables override flags):",
    ...columns(options),
    ...columns([["--open", "", "open the page in a browser after starting"]]),
  ].join("\n");
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = [33, 32];
  return rows.map((row) =>
    `  ${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join("")}`.trimEnd(),
  );
}
