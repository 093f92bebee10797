import { createApp, type App, type AppOptions } from "../app.ts";
import { addressOf, type Config } from "#config/config.ts";
import { endCommands } from "#processes/command.ts";
import { raiseOpenFileLimit } from "#processes/open-files.ts";
import { killEverything } from "#processes/supervision.ts";
import { createLogFile, logDirectory } from "#data-directory/log-file.ts";
import { createLogger, writeToStdout, type Logger } from "#lib/logger.ts";
import { VERSION } from "#lib/version.ts";
import { openBrowser } from "./open-browser.ts";

export interface ServeOptions {
  config: Config;
  /** Advice about the settings. */
  warnings: readonly string[];
  environment: Record<string, string>;
  webRoot: string;
  startedByNpm: boolean;
  open: boolean;
  offersDemoCli?: boolean;
  createFirstWorkspace?: AppOptions["createFirstWorkspace"];
  onStarted?: (app: App, address: string) => void;
}

/** Runs until a signal ends it. */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, environment, webRoot, createFirstWorkspace, offersDemoCli = false } = options;
  const dir = logDirectory(config["data-dir"]);
  const logFile = createLogFile({
    dir,
    onTrouble: (reason) => logger.warn("The log cannot be written to its file", { dir, reason }),
  });
  const logger = createLogger({
    level: config["log-level"],
    format: config["log-format"],
    write: (line) => {
      // First, because a reader of the other output may look here at once.
      logFile.write(line);
      writeToStdout(line);
    },
  });
  surviveBugs(logger);
  for (const warning of options.warnings) logger.warn(warning);
  let stop = () => endCommands();
  stopOnSignals(() => stop(), logger, options.startedByNpm ? NPM_ECHO_MS : 0);
  raiseOpenFileLimit();
  const app = await createApp({
    config,
    environment,
    webRoot,
    logger,
    onClaimed: () => logFile.begin(),
    createFirstWorkspace,
    offersDemoCli,
  });
  stop = () => app.stop();
  const port = await app.start();
  if (app.token.file !== null) printToken(app.token.value!, config);
  // Last: a caller that waits for this line may do anything from now on, including a stop.
  const address = addressOf(config.host, port);
  logger.info(`Malamar ${VERSION} is running at ${address}`, { data_dir: config["data-dir"] });
  options.onStarted?.(app, address);
  if (options.open) openBrowser(address, logger);
}

/**
 * Nobody is there at night to restart it, and everything that matters is in the database: log and
 * continue.
 */
function surviveBugs(logger: Logger): void {
  process.on("uncaughtException", (error) => logger.error("Unexpected error", { error }));
  process.on("unhandledRejection", (error) => logger.error("Unexpected error", { error }));
}

/** npm passes on a Ctrl-C that the terminal has delivered already: an echo, not a second one. */
const NPM_ECHO_MS = 1000;

function stopOnSignals(stop: () => Promise<void>, logger: Logger, echoMs: number): void {
  let stoppingSince: number | null = null;
  const onSignal = (signal: string) => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince <= echoMs) return;
      killEverything();
      process.exit(1);
    }
    stoppingSince = Date.now();
    logger.info("Malamar is stopping", { signal });
    stop().then(
      () => {
        logger.info("Malamar has stopped");
        process.exit(0);
      },
      (error: unknown) => {
        logger.error("Malamar could not stop cleanly", { error });
        process.exit(1);
      },
    );
  };
  // Closing the terminal is one more way to stop.
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, onSignal);
}

/** Printed for the person who starts it, and never through the logger: logs are kept and shared. */
function printToken(token: string, config: Config): void {
  const out = config["log-format"] === "json" ? process.stderr : process.stdout;
  out.write(`\n  Token: ${token}\n  The page asks for it; scripts send it as a bearer token.\n\n`);
}
