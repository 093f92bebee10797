import type { RunId } from "@malamar/contract/ids.ts";
import type { RunRequest } from "#engines/engine.ts";
import { newId } from "#lib/id.ts";

/** A run of which only what the test says matters. */
export function runRequest(given: Partial<RunRequest> = {}): RunRequest {
  return {
    runId: newId<RunId>(),
    installationId: "installation",
    model: null,
    cwd: "/project/here",
    prompt: "Read the file at /tmp/m/in.md and follow the instruction autonomously.",
    inputPath: "/tmp/m/in.md",
    outputPath: "/tmp/m/out.json",
    answerSchema: null,
    isUrgent: false,
    environment: {},
    setup: { binary_path: null, env_vars: {} },
    ...given,
  };
}

/** What a command line says behind a flag. */
export function valueBehind(flag: string, words: readonly string[]): string | undefined {
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words[at + 1];
}
