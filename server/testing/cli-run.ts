import type { RunId } from "@malamar/contract/ids.ts";
import type { CliRun } from "#engines/cli/cli-adapter.ts";
import { newId } from "#lib/id.ts";

/** A CLI run; a test sets only what matters to it. */
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

/** The value of an option on a command line, in the same word. */
export function valueOf(option: string, words: readonly string[]): string | undefined {
  return words.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1);
}
