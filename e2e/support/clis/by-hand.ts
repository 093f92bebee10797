import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { CliRun } from "@malamar/server/engines/cli/cli-adapter.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import { programOf } from "./installed-clis.ts";

interface ByHand {
  url: string;
  /** The CLI's home, with the configuration that points it at the model. */
  cliHome: string;
  environment: Record<string, string>;
  cwd: string;
  prompt: string;
  inputPath: string;
  outputPath: string;
  answerSchema: CliRun["answerSchema"];
  /** Replaces the configuration that points it at the model. */
  model?: string;
}

/** Starts a CLI with the command line that Malamar would use, and waits for its end. */
export async function runByHand(type: InstalledCliType, { url, cliHome, ...given }: ByHand) {
  const adapter = INSTALLED_CLIS[type];
  const { env, model } = adapter.atModel({ url, home: cliHome });
  const run: CliRun = {
    ...given,
    // A CLI does not care about the name of a run.
    runId: "by-hand" as RunId,
    briefing: { kind: "question", text: given.prompt },
    model: given.model ?? model,
    isUrgent: false,
  };
  writeFiles(adapter.files?.(run) ?? {});
  const child = Bun.spawn([programOf(adapter.binary), ...adapter.arguments(run)], {
    cwd: given.cwd,
    env: { ...given.environment, PWD: given.cwd, ...adapter.environment?.(run), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const code = await child.exited;
  const [stdout, stderr] = await texts;
  return { code, stdout, stderr };
}

/** Makes a home for a CLI that knows no model but ours. */
export function prepareCliHome(
  type: InstalledCliType,
  {
    url,
    home,
    more = {},
  }: { url: string; home: string; more?: Record<string, string> | undefined },
) {
  const pointed = INSTALLED_CLIS[type].atModel({ url, home });
  mkdirSync(home, { recursive: true });
  const files = Object.entries({ ...pointed.files, ...more });
  writeFiles(Object.fromEntries(files.map(([path, content]) => [join(home, path), content])));
  return pointed;
}

function writeFiles(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

function textOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return new Response(stream).text();
}
