import type { RunId } from "@malamar/contract/ids.ts";
import type { CliRun } from "#engines/cli/cli-adapter.ts";
import { newId } from "#lib/id.ts";

/** A run of a CLI of which only what the test says matters. */
export function cliRun(given: Partial<CliRun> = {}): CliRun {
  return {
    runId: newId<RunId>(),
    briefing: { kind: "question", text: "" },
    model: null,
    cwd: "/project/here",
    prompt: "Read the file at /tmp/m/in.md and follow the instruction autonomously.",
    inputPath: "/tmp/m/in.md",
    outputPath: "/tmp/m/out.json",
    answerSchema: null,
    isUrgent: false,
    environment: {},
    ...given,
  };
}

/** What a command line says for an option, in the same word. */
export function valueOf(option: string, words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1);
}
