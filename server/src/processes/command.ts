import { messageOf } from "#lib/app-error.ts";
import type { OutputPiece } from "./process-output.ts";
import { startProcess, type ProcessExit, type RunningProcess } from "./running-process.ts";

interface Command {
  /** The program by its path, and its arguments; no shell reads them. */
  argv: readonly [string, ...string[]];
  /** All of its variables: nothing is inherited. */
  env: Record<string, string>;
  cwd?: string;
  /** Its stdin; by default closed. */
  stdin?: string | Uint8Array;
  timeoutMs: number;
  signal?: AbortSignal;
  /** How long its processes may take to end cleanly; 0 kills at once. */
  graceMs?: number;
  /** Called with every piece as it comes. The command waits for a slow reader. */
  onOutput?: (piece: OutputPiece) => void | Promise<void>;
  /** How much of the start of each output the result keeps; the rest is only passed on. */
  keepBytes?: number;
}

export type CommandResult = CommandEnd & {
  stdout: string;
  stderr: string;
  /** There was more output than it keeps. */
  isCut: boolean;
};

type CommandEnd =
  | { kind: "exited"; code: number }
  | { kind: "killed"; signal: string }
  | { kind: "timed_out" }
  | { kind: "aborted" }
  | { kind: "not_started"; reason: string };

/**
 * Runs a program to its end and returns how it ended. Nothing that it started is left, however it
 * ended: normally, at its time limit, by the signal, at shutdown, or by a crash and the next start.
 */
export function runCommand(command: Command): Promise<CommandResult> {
  const ending = new AbortController();
  const result = run(command, ending);
  underWay.set(result, ending);
  const forget = () => void underWay.delete(result);
  result.then(forget, forget);
  return result;
}

/**
 * Ends active commands, because nobody waits for their answers anymore; resolves when they are
 * gone.
 */
export async function endCommands(): Promise<void> {
  for (const ending of underWay.values()) ending.abort("aborted");
  await commandsEnded();
}

/** Resolves when nothing is left of any command. */
export async function commandsEnded(): Promise<void> {
  await Promise.allSettled(underWay.keys());
}

const underWay = new Map<Promise<CommandResult>, AbortController>();

/** Commands have no run; this mark finds what one of them leaves behind. */
export function nameCommandsAfter(installationId: string): void {
  installation = installationId;
}

let installation = "";

/** The answer to a short question is never longer than this. */
const KEPT_BYTES = 64 * 1024;

async function run(command: Command, ending: AbortController): Promise<CommandResult> {
  const { argv, env, cwd, stdin, timeoutMs, signal, graceMs, onOutput } = command;
  const kept = createKept(command.keepBytes ?? KEPT_BYTES);
  const abort = () => ending.abort("aborted");
  if (signal?.aborted) return { kind: "aborted", ...kept.texts() };
  const number = takeNumber();
  const mark = { runId: idOf(number), installationId: installation };
  let running: RunningProcess | null = null;
  const timer = setTimeout(() => ending.abort("timed_out"), timeoutMs);
  signal?.addEventListener("abort", abort);
  try {
    const started = { argv, env, mark, ...(cwd !== undefined && { cwd }) };
    running = startProcess(
      { ...started, ...(stdin !== undefined && { stdin: bytesOf(stdin) }) },
      { signal: ending.signal, graceMs },
    );
  } catch (error) {
    return { kind: "not_started", reason: messageOf(error), ...kept.texts() };
  } finally {
    if (!running) letGo();
  }
  try {
    for (;;) {
      const step = await running.next();
      if ("exit" in step) return { ...endOf(step.exit, ending.signal), ...kept.texts() };
      kept.push(step);
      await onOutput?.(step);
    }
  } finally {
    await running.close();
    letGo();
  }

  function letGo(): void {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    numbers.delete(number);
  }
}

function endOf({ wasAborted, signal, code }: ProcessExit, ending: AbortSignal): CommandEnd {
  if (wasAborted) return { kind: ending.reason === "timed_out" ? "timed_out" : "aborted" };
  // Without a code and a signal it hangs in the kernel, with our SIGKILL pending.
  if (signal !== null || code === null) return { kind: "killed", signal: signal ?? "SIGKILL" };
  return { kind: "exited", code };
}

function bytesOf(input: string | Uint8Array): Uint8Array {
  return typeof input === "string" ? new TextEncoder().encode(input) : input;
}

/** The start of each output, and whether there was more. */
function createKept(size: number) {
  const kept = { stdout: createHead(size), stderr: createHead(size) };
  return {
    push: ({ from, bytes }: OutputPiece) => kept[from].push(bytes),
    texts: () => ({
      stdout: kept.stdout.text(),
      stderr: kept.stderr.text(),
      isCut: kept.stdout.isCut() || kept.stderr.isCut(),
    }),
  };
}

function createHead(size: number) {
  const parts: Uint8Array[] = [];
  let length = 0;
  let isCut = false;
  return {
    push(bytes: Uint8Array): void {
      isCut ||= length + bytes.length > size;
      if (length === size) return;
      // A copy: a view would keep the whole piece in memory.
      const part = bytes.slice(0, size - length);
      length += part.length;
      parts.push(part);
    },
    text: () => new TextDecoder().decode(Buffer.concat(parts)),
    isCut: () => isCut,
  };
}

/** The smallest free ones, so that after a crash we know which may have existed. */
const numbers = new Set<number>();

function takeNumber(): number {
  let number = 0;
  while (numbers.has(number)) number++;
  numbers.add(number);
  return number;
}

/** Far more than exist at once. */
const MOST_AT_ONCE = 256;

/** The marks of the previous process's commands. */
export const COMMAND_IDS: readonly string[] = Array.from({ length: MOST_AT_ONCE }, (_, at) =>
  idOf(at),
);

function idOf(number: number): string {
  return `command-${number}`;
}
