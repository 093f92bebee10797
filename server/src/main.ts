import { StartupError } from "#lib/startup-error.ts";
import { findWebRoot } from "./web-root.ts";

/** A wrong call, as opposed to a failed start. */
const USAGE_ERROR = 2;

try {
  await main(process.argv.slice(2));
} catch (error) {
  // An expected cause is one sentence; a bug is printed with everything that helps to find it.
  fail([error instanceof StartupError ? error.message : Bun.inspect(error)], 1);
}

/** Each command loads what it needs and no more: the stand-in starts once for every demo run. */
async function main(argv: string[]): Promise<void> {
  if (process.platform === "win32") {
    throw new StartupError("Malamar does not run on Windows directly. Start it inside WSL.");
  }
  if (argv[0] === "stand-in") {
    const { runStandIn } = await import("@malamar/stand-in/stand-in.ts");
    process.exit(await runStandIn(argv.slice(1)));
  }

  if (argv[0] === "bench-child") {
    const { runChild } = await import("@malamar/bench/servers/index.ts");
    return runChild(argv.slice(1));
  }

  const { parseArguments } = await import("#config/arguments.ts");
  const { command, topic, flags, operands, problems } = parseArguments(argv);
  if (problems.length > 0)
    fail([...problems, 'Run "malamar help" to see what there is.'], USAGE_ERROR);

  if (command === "help" && topic === "bench") {
    const { BENCH_HELP } = await import("@malamar/bench/bench-help.ts");
    return console.log(BENCH_HELP);
  }
  if (command === "bench") {
    const { bench, benchOptions } = await import("@malamar/bench/bench.ts");
    const { options, problems } = benchOptions(operands, flags);
    const advice = 'Run "malamar bench --list" or "malamar bench --help" to see what there is.';
    if (problems.length > 0) fail([...problems, advice], USAGE_ERROR);
    process.exit(await bench(options));
  }

  const { loadConfig, processEnvironment, startedByNpm, withoutOwnVariables } =
    await import("#config/config.ts");
  const env = processEnvironment();
  const loaded = loadConfig(flags, env);
  const environment = withoutOwnVariables(env);
  if (command === "help") {
    const { helpText } = await import("#commands/help.ts");
    return console.log(helpText());
  }
  if (command === "version") {
    const { versionText } = await import("#commands/version.ts");
    return console.log(versionText());
  }
  if (command === "doctor") {
    const { diagnose } = await import("#commands/doctor.ts");
    const isDeep = flags.get("deep") === "true";
    const { text, failed } = await diagnose(loaded, environment, { isDeep });
    console.log(text);
    process.exit(failed ? 1 : 0);
  }
  if (loaded.problems.length > 0) fail(loaded.problems, USAGE_ERROR);
  if (command === "config") {
    const { configText } = await import("#commands/config.ts");
    return console.log(await configText(loaded));
  }
  const dataDir = loaded.config["data-dir"];
  const [first = "", second] = operands;
  if (command === "status") {
    const { statusOf } = await import("#commands/status.ts");
    const { text, code } = await statusOf(dataDir);
    console.log(text);
    process.exit(code);
  }
  if (command === "stop") {
    const { stopServer } = await import("#commands/stop.ts");
    return console.log(await stopServer(dataDir));
  }
  if (command === "service") {
    const { installService, uninstallService } = await import("#commands/service.ts");
    const options = {
      environment,
      print: (text: string) => console.log(text),
      confirm: process.stdin.isTTY ? (question: string) => confirm(question) : null,
      isConfirmed: flags.get("yes") === "true",
    };
    return first === "install" ? installService(loaded, options) : uninstallService(options);
  }
  if (command === "backup") {
    const { backUp } = await import("#commands/backup.ts");
    return console.log(await backUp(dataDir, operands[0]));
  }
  if (command === "restore") {
    const { restore } = await import("#commands/restore.ts");
    return console.log(await restore(dataDir, first, { isTrusted: flags.get("trust") === "true" }));
  }
  if (command === "export") {
    const { exportToFile } = await import("#commands/export.ts");
    return console.log(await exportToFile(dataDir, first, second));
  }
  if (command === "import") {
    const { importFromFile } = await import("#commands/import.ts");
    return console.log(await importFromFile(dataDir, first));
  }
  const options = {
    environment,
    webRoot: findWebRoot(),
    startedByNpm: startedByNpm(env),
    open: flags.get("open") === "true",
  };
  if (command === "demo") {
    const { runDemo } = await import("@malamar/demo/demo.ts");
    return runDemo({ ...options, flags, env });
  }
  command satisfies "serve";
  const { serve } = await import("#commands/serve.ts");
  await serve({ ...options, config: loaded.config, warnings: loaded.warnings });
}

function fail(lines: readonly string[], code: number): never {
  for (const text of lines) console.error(`malamar: ${text}`);
  process.exit(code);
}
