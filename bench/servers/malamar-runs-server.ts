import type { AppOptions } from "@malamar/server/app.ts";
import type { CliAdapter } from "@malamar/server/engines/cli/cli-adapter.ts";
import { createCliEngine } from "@malamar/server/engines/cli/cli-engine.ts";
import { ADAPTERS, createCliEngines } from "@malamar/server/engines/cli/registry.ts";
import { watchLoop, type LoopWatch } from "../harness/loop-delay.ts";
import { benchApp } from "../harness/malamar-app.ts";
import { answerParent, endInGoodOrder, tellParent, type Answer } from "./parent-process.ts";

/**
 * Malamar at work: every agent is a run of one program, which gets the path for its answer and the
 * rest of the arguments, and prints what Claude Code would.
 */
export function run(args: readonly string[]): Promise<void> {
  return serveRuns(args);
}

interface Options extends Pick<AppOptions, "isFromRun"> {
  onOpen?: (installationId: string, port: number) => void;
  /** Commands besides the usual ones. */
  answers?: Readonly<Record<string, Answer>>;
}

export async function serveRuns(
  [folder = "", program = "", ...args]: readonly string[],
  { isFromRun, onOpen, answers }: Options = {},
): Promise<void> {
  let installation = "";
  const adapter: CliAdapter = {
    ...ADAPTERS.claude,
    binary: program,
    arguments: ({ outputPath }) => [outputPath, ...args],
  };
  const app = await benchApp(folder, {
    isFromRun,
    createEngines: (host) => {
      installation = host.installationId;
      return { ...createCliEngines(host), claude: createCliEngine(adapter, host) };
    },
  });
  endInGoodOrder(() => app.stop());
  const port = await app.start();
  onOpen?.(installation, port);
  await app.cliHealth.current();
  let loop: LoopWatch | null = null;
  answerParent({
    drain: async () => {
      await Promise.all([app.taskWorkers.drain(), app.chatWorkers.drain()]);
      return 0;
    },
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    "watch loop": () => {
      loop = watchLoop();
      return 0;
    },
    "loop delay": () => loop!.p99(),
    ...answers,
  });
  tellParent(port);
}
