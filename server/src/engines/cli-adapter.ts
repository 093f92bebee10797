import type { CliType } from "@malamar/contract/cli.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { RunRequest } from "./engine.ts";

/**
 * What Malamar has to know about a CLI. To add one: its line in contract/src/cli.ts, a file in
 * clis/, and its line in registry.ts.
 */
export interface CliAdapter {
  type: CliType;
  /** The program's name on the PATH. */
  binary: string;
  /** Arguments that make it print its version without calling a model. */
  versionArguments: readonly string[];
  /** What follows the program's name in a run. */
  arguments: (run: RunRequest) => readonly string[];
  /** Variables the CLI needs; what the user set for it wins. */
  environment?: (run: RunRequest) => Record<string, string>;
  /** A fresh one for every run. */
  createReader: () => StreamReader;
  /** How the CLI says that a limit was hit, with samples beside each. The first match counts. */
  limits: readonly LimitPattern[];
}

/** Understands the lines that one run of a CLI writes to stdout. */
export interface StreamReader {
  /** One line that is JSON. null: not understood, keep it as it is. */
  read: (line: unknown) => readonly NewTranscriptEvent[] | null;
  /** What is known when the output has ended. */
  end: () => StreamEnd;
}

export interface StreamEnd {
  /** What the CLI's last word says; null when it never came. */
  terminal: { ok: true } | { ok: false; message: string } | null;
  sessionId: string | null;
  /** The structured answer, where the CLI returns one on stdout. */
  answer: string | null;
}

export interface LimitPattern {
  pattern: RegExp;
  /** When the limit ends, by what the pattern caught. null: it does not say. */
  resetsAt: (match: RegExpExecArray, now: Date) => Date | null;
  /** Texts that were really seen, all of which match. */
  samples: readonly string[];
}

/** What every CLI is told; the rest is in the file, because command lines are short. */
export function promptFor(run: RunRequest): string {
  return `Read the file at ${run.inputPath} and follow the instruction autonomously.`;
}
