import type { BriefedComment, Briefing } from "@malamar/contract/briefing.ts";
import type { EngineId, RunId } from "@malamar/contract/ids.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Diagnosis, FailureCause } from "./diagnosis.ts";

/** One execution of one agent, with everything that any engine has to know about it. */
export interface RunRequest<Answer> {
  runId: RunId;
  briefing: Briefing;
  /** Called, before the agent begins, with its complete input, unchanged. */
  keepInput: (text: string) => void;
  /** Every comment of the task, oldest first, where the briefing leaves some out. */
  allComments?: () => readonly BriefedComment[];
  answer: AnswerForm<Answer>;
  model: string | null;
  cwd: string;
  /** More variables for the programs that it starts. */
  environment?: Readonly<Record<string, string>>;
  /** What the agent may do besides answering, by name. */
  tools: readonly string[];
  limits: RunLimits;
  /** A person waits: better a failure now than a success after minutes of retries. */
  isUrgent: boolean;
  /** Ends the run. */
  signal: AbortSignal;
}

/** The limits at which the loop ends a run, so that an engine can stay below them. 0: no limit. */
export interface RunLimits {
  run_timeout_minutes: number;
  idle_timeout_minutes: number;
}

export const UNLIMITED: RunLimits = { run_timeout_minutes: 0, idle_timeout_minutes: 0 };

/** What an answer has to look like. */
export interface AnswerForm<Answer> {
  /** For models that can be forced to follow one. null: any text will do. */
  jsonSchema: JsonSchema | null;
  /** The only way to an answer: an engine reports in its own words what is wrong with one. */
  read: (value: unknown) => { answer: Answer } | { problem: string };
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How the work of an engine ended. */
export type EngineEnd<Answer> =
  | { kind: "completed"; answer: Answer }
  | { kind: "failed"; failure: EngineFailure }
  /** A rate or usage limit with a known end. */
  | { kind: "quota"; resetsAt: string; message: string; exitCode: number | null }
  /** The signal came first. */
  | { kind: "aborted" };

export interface EngineFailure {
  kind: FailureKind;
  /** What happened, in words that stay the same: people look them up. */
  message: string;
  exitCode: number | null;
  /** Why, where that is known. */
  diagnosis?: Diagnosis | undefined;
  /** Without a diagnosis: it could not start, and would not for any task. */
  isOfEngine?: boolean | undefined;
  /** Without a diagnosis: retrying does not help before a person has done this. */
  whatToDo?: string | undefined;
}

export type FailureKind =
  | "not_started"
  | "exited"
  | "killed"
  | "reported_error"
  | "output_missing"
  | "output_empty"
  | "output_not_json"
  | "output_invalid"
  | FailureCause;

/** Whether the model behind an engine answers. */
export type EngineWord = { ok: true } | EngineProblem;

export interface EngineProblem {
  ok: false;
  error: string;
  advice: string | null;
  /** This lasts until a person has done something. */
  needsUser: boolean;
}

/** Which engines work, as far as their runs and checks can tell. */
export interface EngineHealth {
  /**
   * Records what a run that begins now shows in the end: its engine's settings may change until
   * then.
   */
  listenTo: (id: EngineId) => (word: EngineWord) => void;
  /** Chooses if nobody has; null when none works. */
  choose: () => Promise<EngineId | null>;
}

/** With the name of the conversation, where the engine keeps one. */
export type EngineResult<Answer> = EngineEnd<Answer> & { sessionId: string | null };

/**
 * What can execute an agent. It yields batches of events as they come, an empty one for output that
 * makes no event yet, so that every batch is a sign of life; and it never ends before everything
 * that it started is gone. When the signal aborts, it ends that.
 */
export interface Engine {
  /** What people call it. */
  label: string;
  run: <Answer>(
    request: RunRequest<Answer>,
  ) => AsyncGenerator<readonly NewTranscriptEvent[], EngineResult<Answer>>;
  /** The input that an agent would get. Nothing is written, and nothing starts. */
  previewInput: (briefing: Briefing) => string;
  /** Its words for a run that could not begin. */
  notStarted: (reason: string) => string;
  /** What to say when its program is not installed; null, or absent: it can be tried. */
  absence?: () => Absence | null;
}

interface Absence {
  /** In the words of a run that could not begin. */
  message: string;
  /** What to do about it. */
  advice: string;
}
