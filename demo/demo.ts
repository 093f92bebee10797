import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import type { App } from "@malamar/server/app.ts";
import {
  loadConfig,
  type Config,
  type Environment,
  type LoadedConfig,
} from "@malamar/server/config/config.ts";
import { variableOf } from "@malamar/server/config/options.ts";
import { databasePath } from "@malamar/server/data-directory/data-directory.ts";
import { isFirstStart } from "@malamar/server/db/open.ts";
import { makeProject, type DemoProject } from "./demo-project.ts";
import { createDemoWorkspaces } from "./demo-workspaces.ts";
import { StartupError } from "@malamar/server/lib/startup-error.ts";
import { VERSION } from "@malamar/server/lib/version.ts";
import { createNarrator } from "./demo-narrator.ts";
import { findRealClis, type RealClis } from "./demo-real.ts";
import { serve, type ServeOptions } from "@malamar/server/commands/serve.ts";

interface DemoOptions extends Omit<ServeOptions, "config" | "warnings"> {
  flags: ReadonlyMap<string, string>;
  env: Environment;
}

/** The product with a small team at work: no account, no key, and nothing left behind. */
export async function runDemo({ flags, env, ...options }: DemoOptions): Promise<void> {
  const isReal = flags.get("real") === "true";
  const isKept = flags.has("data-dir");
  if (isReal && isKept) {
    throw new StartupError(
      "--real and --data-dir cannot be combined: the agents work only while the demo's own model is running.",
    );
  }
  const places = isKept ? null : temporaryPlaces();
  const { config, warnings } = await demoConfig(flags, env, places ?? {});
  const real =
    isReal && places
      ? await findRealClis(places.root, config["temp-dir"], options.environment)
      : null;
  let work = "";
  await serve({
    ...options,
    ...(real && { environment: real.environment }),
    config,
    warnings,
    offersDemoCli: true,
    createFirstWorkspace: async (services) => {
      const path = join(places?.root ?? config["data-dir"], "summer-party");
      const project = await makeProject(services.git, path);
      work = aboutWork(project);
      createDemoWorkspaces(services, { project, crew: real?.crew });
    },
    onStarted: (app, address) => {
      hasBegun = true;
      console.log(introduction({ address, isKept, work, crew: real?.crew }));
      narrate(app, address);
    },
  });
}

/** A start that failed showed nothing that could be over. */
let hasBegun = false;

type Places = Partial<Pick<Config, "data-dir" | "temp-dir">>;

/** Deleted when the process ends, however it ends. */
function temporaryPlaces(): Places & { root: string } {
  const root = mkdtempSync(join(tmpdir(), "malamar-demo-"));
  process.on("exit", () => {
    rmSync(root, { recursive: true, force: true });
    if (hasBegun) console.log("The demo is over, and everything it made has been removed.");
  });
  return { root, "data-dir": join(root, "data"), "temp-dir": join(root, "work") };
}

async function demoConfig(
  flags: ReadonlyMap<string, string>,
  env: Environment,
  { "data-dir": temporaryData, "temp-dir": temporaryWork }: Places,
): Promise<Pick<LoadedConfig, "config" | "warnings">> {
  // A directory of real work is not a place for a demo, so only a flag can name one.
  const places = ["data-dir", "temp-dir", "worktree-dir"] as const;
  const elsewhere = Object.fromEntries(places.map((name) => [variableOf(name), undefined]));
  const { config, sources, warnings } = loadConfig(flags, { ...env, ...elsewhere });
  const dataDir = temporaryData ?? config["data-dir"];
  if (!isFirstStart(databasePath(dataDir))) {
    throw new StartupError(
      `There is already a database in ${dataDir}. Choose a new directory for the demo, or continue with this one: malamar --data-dir ${dataDir}`,
    );
  }
  return {
    warnings,
    config: {
      ...config,
      "data-dir": dataDir,
      "temp-dir": temporaryWork ?? config["temp-dir"],
      // By default in the data directory, and as temporary as that.
      "worktree-dir": temporaryData === undefined ? config["worktree-dir"] : null,
      port: sources.port === "default" ? freePort(config) : config.port,
      // The team's progress is printed in plain lines; the log would only get in the way.
      "log-level": sources["log-level"] === "default" ? "warn" : config["log-level"],
    },
  };
}

/** The usual port, or another one if something else, perhaps the real Malamar, uses it. */
function freePort({ host, port }: Config): number {
  try {
    void Bun.serve({ hostname: host, port, fetch: () => new Response() }).stop(true);
    return port;
  } catch {
    return 0;
  }
}

interface Introduction {
  address: string;
  isKept: boolean;
  /** What the team works on. */
  work: string;
  crew: RealClis["crew"] | undefined;
}

function introduction({ address, isKept, work, crew = [] }: Introduction): string {
  const fate = isKept
    ? "Ctrl-C ends it. The data directory stays."
    : `Ctrl-C ends it, and nothing is left behind.${crew.length > 0 ? "" : " Keep it with --data-dir DIRECTORY."}`;
  const clis = crew.map(({ type }) => cliLabel(type)).join(", ");
  const team = clis === "" ? "without a model" : `on ${clis}, with a scripted model behind them`;
  return [
    `Malamar ${VERSION}, demo: four agents work on three tasks, ${team}.`,
    "",
    `  The team is at ${address}; its progress is shown here.`,
    `  ${work}`,
    "  A second team has already finished, and waits for you there.",
    `  ${fate}`,
    "",
  ].join("\n");
}

function aboutWork(project: DemoProject): string {
  if ("problem" in project) {
    return `The team works without a repository, so there are no changes to see: ${project.problem}.`;
  }
  return `Each task changes the repository ${project.path} on a branch of its own: see its Changes.`;
}

function narrate(app: App, address: string): void {
  const begin = performance.now();
  const narrator = createNarrator({
    taskService: app.taskService,
    address,
    print: (line) => console.log(`${clockTime(performance.now() - begin)}  ${line}`),
  });
  // The loop has begun already.
  for (const { event } of app.bus.after(0) ?? []) narrator.tell(event);
  app.bus.subscribe(({ event }) => narrator.tell(event));
}

/** `1:05` for 65 seconds. */
function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
