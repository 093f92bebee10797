import type { CliType } from "@malamar/contract/cli.ts";
import type { Briefing } from "@malamar/contract/briefing.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { ReadableCause } from "#engines/diagnosis.ts";
import type { JsonSchema } from "#engines/engine.ts";
import type { FollowedRun } from "./spending/spending-files.ts";
import type { SpendingSource } from "./spending/spending-source.ts";

/** One run of a CLI, with everything its command line depends on. */
export interface CliRun {
  runId: RunId;
  briefing: Briefing;
  model: string | null;
  cwd: string;
  /** The prompt for the CLI. Long texts are in a file that it names. */
  prompt: string;
  /** The file with everything the agent has to know. */
  inputPath: string;
  /** Where the agent puts its answer. The other files of this run are next to it. */
  outputPath: string;
  /** The required form of the answer, for CLIs that can enforce it. null: any text will do. */
  answerSchema: JsonSchema | null;
  isUrgent: boolean;
  /** What it inherits. */
  environment: Record<string, string>;
}

/** What Malamar has to know to run a CLI and to understand it. */
export interface CliAdapter {
  type: CliType;
  /** The program's name on the PATH. */
  binary: string;
  /** Arguments that make it print its version without calling a model. */
  versionArguments: readonly string[];
  /** What follows the program's name in a run. */
  arguments: (run: CliRun) => readonly string[];
  /** Variables the CLI needs; the user's own override them. */
  environment?: (run: CliRun) => Record<string, string>;
  /**
   * Files that the arguments or the variables name, by path: see `fileBeside`. Deleted after the
   * run.
   */
  files?: (run: CliRun) => Record<string, string>;
  /** A fresh one for every run. */
  createReader: () => StreamReader;
  /** Where it reports its usage while it works, if its output does not or leaves something out. */
  spending?: (run: FollowedRun) => SpendingSource;
  /** Unreported tokens are not estimated either: there are none. */
  hasNoModel?: true;
  /** Its answer ends with the run: a script's output is not worth checking its file. */
  removesAnswer?: true;
  /** How the CLI reports what went wrong. The first match counts. */
  failures: readonly FailurePattern[];
  /**
   * The keys that it looks for in its environment: of all others, it gets only those that a person
   * allows.
   */
  keyVariables: (environment: Record<string, string>) => readonly string[];
  npmPackage?: string;
  /** What a person does to log in, as sentences. */
  logIn?: string;
}

/**
 * A CLI that someone has to install. To add one: its line in contract/src/cli.ts, a file in clis/,
 * and its line in registry.ts.
 */
export interface InstalledCliAdapter extends CliAdapter {
  npmPackage: string;
  /** What our tests run; other versions are welcome. */
  testedVersion: string;
  logIn: string;
  /** Makes the CLI use another model server and nothing of the user's: for tests and the demo. */
  atModel: (server: ModelServer) => ModelSetup;
}

interface ModelServer {
  /** Without a slash at the end. */
  url: string;
  /** An empty directory that is the CLI's home. */
  home: string;
}

interface ModelSetup {
  env: Record<string, string>;
  /** By path below the home. */
  files: Record<string, string>;
  /** What the agent's model has to be; null: the CLI needs none. */
  model: string | null;
}

/** Understands the lines that one run of a CLI writes to stdout. */
export interface StreamReader {
  /** One line that is JSON. null: not understood, keep it as it is. */
  read: (line: unknown) => readonly NewTranscriptEvent[] | null;
  /** What is known when the output has ended. */
  end: () => StreamEnd;
}

export interface StreamEnd {
  /** The CLI's final event; null when it never came. */
  terminal: { ok: true } | FailedTerminal | null;
  sessionId: string | null;
  /** The structured answer, where the CLI returns one on stdout. */
  answer: string | null;
  /** What the CLI did not let the model do, in words: the reason, if the answer is missing. */
  refusal?: string;
}

interface FailedTerminal {
  ok: false;
  message: string;
  /** It says only that something went wrong: stderr has more. */
  isVague?: boolean;
}

export interface FailurePattern {
  cause: ReadableCause;
  pattern: RegExp;
  /** When a limit ends, from what the pattern captured. null: it does not say. */
  resetsAt?: (match: RegExpExecArray, now: Date) => Date | null;
  /** Real texts, all of which match. */
  samples: readonly (string | LimitSample)[];
}

interface LimitSample {
  text: string;
  /** When the limit ends, for a reader at noon on 15 November 2026, UTC. */
  endsAt: string;
}

/** The path of a file for this run alone. */
export function fileBeside({ outputPath }: CliRun, name: string): string {
  return `${outputPath.replace(/\.json$/, "")}.${name}`;
}

/** An option with its value, in one word: whatever the value is, it cannot be taken for another option. */
export function option(flag: `--${string}`, value: string): string {
  return `${flag}=${value}`;
}

/** Nothing for null. */
export function optional(flag: `--${string}`, value: string | null): readonly string[] {
  return value === null ? [] : [option(flag, value)];
}
