import { messageOf } from "#lib/app-error.ts";
import { newId } from "#lib/id.ts";
import { endProcessesOfRun } from "./end-processes.ts";
import { spawnShortCommand, type ShortProcess } from "./process.ts";

interface ShortCommand {
  argv: readonly [string, ...string[]];
  env: Record<string, string>;
  timeoutMs: number;
}

export type ShortResult =
  | { kind: "exited"; code: number; stdout: string }
  | { kind: "killed"; signal: string }
  | { kind: "timed_out" }
  | { kind: "not_started"; reason: string };

/** Asks a program a short question: no shell, no input, a time limit, and nothing of it stays. */
export function runShortCommand(command: ShortCommand): Promise<ShortResult> {
  const result = ask(command);
  asked.add(result);
  void result.finally(() => asked.delete(result));
  return result;
}

/** Resolves when nothing is left of any question. */
export async function shortCommandsEnded(): Promise<void> {
  await Promise.all(asked);
}

const asked = new Set<Promise<ShortResult>>();

/** Short commands belong to no run; what one of them leaves behind is found by this. */
export function nameShortCommandsAfter(installationId: string): void {
  installation = installationId;
}

let installation = "";

async function ask({ argv, env, timeoutMs }: ShortCommand): Promise<ShortResult> {
  const mark = { runId: newId(), installationId: installation };
  let child: ShortProcess;
  try {
    child = spawnShortCommand({ argv, env, mark });
  } catch (error) {
    return { kind: "not_started", reason: messageOf(error) };
  }

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, timeoutMs);
  const output = collect(child.stdout, OUTPUT_LIMIT);
  const code = await child.exited;
  clearTimeout(timer);
  // Whatever is still there has no part in the answer, so it gets no time to end in good order.
  await endProcessesOfRun({ mark, leader: child.pid }, { graceMs: 0 });
  if (timedOut) return { kind: "timed_out" };
  if (child.signalCode !== null) return { kind: "killed", signal: String(child.signalCode) };
  await Promise.race([output.ended, Bun.sleep(PIPE_GRACE_MS)]);
  return { kind: "exited", code, stdout: output.text() };
}

/** More output than this is not what a short question is answered with; the rest is dropped. */
const OUTPUT_LIMIT = 64 * 1024;

/** What the program wrote is in the pipe when it ends; only what could not be ended keeps it open. */
const PIPE_GRACE_MS = 500;

function collect(stream: ReadableStream<Uint8Array>, limit: number) {
  const decoder = new TextDecoder();
  let text = "";
  const read = async () => {
    for await (const chunk of stream) {
      if (text.length < limit) text += decoder.decode(chunk, { stream: true });
    }
  };
  return { ended: read(), text: () => text.slice(0, limit) };
}
