import type { CliType } from "@malamar/contract/cli.ts";
import type { RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { CliSetup } from "./detect.ts";
import type { Diagnosis } from "./diagnosis.ts";

/** One execution of one agent, with all that an engine has to know about it. */
export interface RunRequest {
  runId: RunId;
  /** Names this Malamar among others on the machine; its processes carry it. */
  installationId: string;
  model: string | null;
  cwd: string;
  /** What the CLI is told. Long texts are in a file that it names. */
  prompt: string;
  /** The file with everything the agent has to know. */
  inputPath: string;
  /** Where the agent puts its answer. Files of this run alone stand beside it. */
  outputPath: string;
  /** What the answer has to look like, for CLIs that can hold a model to it. null: any text will do. */
  answerSchema: JsonSchema | null;
  /** A person waits: better a failure now than a success after minutes of trying again. */
  isUrgent: boolean;
  /** What every CLI inherits, and what the user set for this one. */
  environment: Record<string, string>;
  setup: CliSetup;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How the work of an engine ended. Whether the answer makes sense is not its business. */
export type EngineEnd =
  /**
   * The CLI said that it is done. `answer` is what it returned beside the output file, if anything;
   * `refused` is why there may be none.
   */
  | { kind: "completed"; answer: string | null; refused?: Diagnosis | undefined }
  | { kind: "not_started"; reason: string; diagnosis?: Diagnosis | undefined }
  | { kind: "exited"; code: number; message: string | null; diagnosis?: Diagnosis | undefined }
  | { kind: "killed"; signal: string }
  /** Exit code 0, but the CLI's last word was an error, or was missing. */
  | { kind: "reported_error"; message: string; diagnosis?: Diagnosis | undefined }
  /** A rate or usage limit with a known end. */
  | { kind: "quota"; resetsAt: string; message: string; code: number | null }
  /** The signal came first. */
  | { kind: "aborted" };

export type EngineResult = EngineEnd & { sessionId: string | null };

/**
 * What can execute an agent. It yields batches of events as they come, an empty one for output that
 * makes no event yet, so that every batch is a sign of life; and it never ends before every process
 * that it started is gone. When the signal aborts, it ends them.
 */
export interface Engine {
  type: CliType;
  run: (
    request: RunRequest,
    signal: AbortSignal,
  ) => AsyncGenerator<readonly NewTranscriptEvent[], EngineResult>;
}
