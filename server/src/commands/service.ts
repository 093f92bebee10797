import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { lookForServer, serverText } from "#app/running-server.ts";
import type { LoadedConfig } from "#config/config.ts";
import { OPTION_NAMES } from "#config/options.ts";
import { messageOf } from "#lib/app-error.ts";
import { OWN_PROGRAM } from "#lib/own-program.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { StartupError } from "#lib/startup-error.ts";
import { UNIT_MARK, unitText } from "./systemd-unit.ts";

const UNIT = "malamar.service";

interface ServiceOptions {
  environment: Readonly<Record<string, string>>;
  print: (text: string) => void;
  /** Asks the person; null if there is no terminal. */
  confirm: ((question: string) => boolean) | null;
  isConfirmed: boolean;
  platform?: NodeJS.Platform;
}

/** Writes a systemd user unit that starts Malamar with the options given here. Enables nothing. */
export async function installService(loaded: LoadedConfig, options: ServiceOptions): Promise<void> {
  const { environment, print } = options;
  requireSystemd(options.platform);
  const argv = [...OWN_PROGRAM, ...startFlags(loaded)];
  const text = unitText({ argv, path: environment["PATH"] });
  const path = unitPath(environment);
  requireOwnUnit(path);
  print(`${path}:\n\n${text}`);
  if (!isWanted("Write this file?", options)) return print("Nothing was written.");
  write(path, text);
  print(
    [
      `Wrote ${path}. Nothing is enabled yet. Run these two commands:`,
      "",
      "  systemctl --user daemon-reload",
      `  systemctl --user enable --now ${UNIT}`,
      "",
      "A user service ends when you log out. To keep it running, run: loginctl enable-linger",
      ...(await runningNote(loaded.config["data-dir"])),
    ].join("\n"),
  );
}

/** Removes the unit that `installService` wrote. Disables nothing. */
export function uninstallService(options: ServiceOptions): void {
  const { environment, print } = options;
  requireSystemd(options.platform);
  const path = unitPath(environment);
  if (!existsSync(path)) return print(`There is no service: ${path} does not exist.`);
  requireOwnUnit(path);
  const link = join(dirname(path), "default.target.wants", UNIT);
  if (lstatSync(link, { throwIfNoEntry: false })) {
    throw new StartupError(
      `The service is still enabled. Run this first: systemctl --user disable --now ${UNIT}`,
    );
  }
  print(`${path}:\n\n${readFileSync(path, "utf8")}`);
  if (!isWanted("Remove this file?", options)) return print("Nothing was removed.");
  rmSync(path);
  print(`Removed ${path}. Run this command:\n\n  systemctl --user daemon-reload`);
}

function requireSystemd(platform = process.platform): void {
  if (platform === "linux") return;
  throw new StartupError(
    "Malamar can only write systemd services, which exist on Linux. On macOS, start it with launchd or in a terminal.",
  );
}

function unitPath(environment: ServiceOptions["environment"]): string {
  const chosen = environment["XDG_CONFIG_HOME"] ?? "";
  const config = isAbsolute(chosen) ? chosen : join(homedir(), ".config");
  return join(config, "systemd/user", UNIT);
}

function requireOwnUnit(path: string): void {
  if (!existsSync(path) || readUnit(path).startsWith(UNIT_MARK)) return;
  throw new StartupError(
    `${path} exists and was not written by Malamar. It was left as it is: move it away first.`,
  );
}

function readUnit(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new StartupError(`${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writePrivateFile(path, text);
  } catch (cause) {
    throw new StartupError(`${path} cannot be written: ${messageOf(cause)}`, { cause });
  }
}

/** A service has none of Malamar's variables, so every choice becomes a flag. */
function startFlags({ config, sources }: LoadedConfig): string[] {
  if (config.token !== null) {
    throw new StartupError(
      "A unit file is no place for a token. Put the token in a file that only you can read, and name that file with --token-file.",
    );
  }
  const chosen = OPTION_NAMES.filter((name) => name === "data-dir" || sources[name] !== "default");
  return chosen.map((name) => `--${name}=${String(config[name])}`);
}

/** A script that runs the command wants what it says, and nothing is enabled by it. */
function isWanted(question: string, { isConfirmed, confirm }: ServiceOptions): boolean {
  return isConfirmed || confirm === null || confirm(question);
}

async function runningNote(dataDir: string): Promise<string[]> {
  const state = await lookForServer(dataDir);
  if (state.is !== "running") return [];
  return [
    `Malamar is already running on this data directory (${serverText(state.server)}). Stop it before you start the service: malamar stop`,
  ];
}
