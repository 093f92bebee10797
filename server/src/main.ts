import { diagnose } from "#commands/doctor.ts";
import { configText } from "#commands/config.ts";
import { helpText } from "#commands/help.ts";
import { serve } from "#commands/serve.ts";
import { versionText } from "#commands/version.ts";
import { parseArguments } from "#config/arguments.ts";
import {
  inheritedEnvironment,
  loadConfig,
  processEnvironment,
  startedByNpm,
} from "#config/config.ts";
import { StartupError } from "#lib/startup-error.ts";
import { findWebRoot } from "./web-root.ts";

/** A wrong call, as against a start that failed. */
const USAGE_ERROR = 2;

try {
  await main(process.argv.slice(2));
} catch (error) {
  // A cause we foresaw is one sentence; a bug comes with all that helps to find it.
  fail([error instanceof StartupError ? error.message : Bun.inspect(error)], 1);
}

async function main(argv: string[]): Promise<void> {
  if (process.platform === "win32") {
    throw new StartupError("Malamar does not run on Windows itself. Start it inside WSL.");
  }
  const { command, flags, problems } = parseArguments(argv);
  if (problems.length > 0)
    fail([...problems, 'Run "malamar help" to see what there is.'], USAGE_ERROR);

  const env = processEnvironment();
  const loaded = loadConfig(flags, env);
  const environment = inheritedEnvironment(env);
  if (command === "help") return console.log(helpText());
  if (command === "version") return console.log(versionText());
  if (command === "doctor") {
    const { text, failed } = await diagnose(loaded, environment);
    console.log(text);
    process.exit(failed ? 1 : 0);
  }
  if (loaded.problems.length > 0) fail(loaded.problems, USAGE_ERROR);
  if (command === "config") return console.log(configText(loaded));
  command satisfies "serve";
  await serve({
    config: loaded.config,
    environment,
    webRoot: findWebRoot(),
    startedByNpm: startedByNpm(env),
    open: flags.get("open") === "true",
  });
}

function fail(lines: readonly string[], code: number): never {
  for (const text of lines) console.error(`malamar: ${text}`);
  process.exit(code);
}
