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

/** More output than this is not what a short question is answered with; the rest is dropped. */
const OUTPUT_LIMIT = 64 * 1024;

/** Asks a program a short question: no shell, no input, its own process group, a time limit. */
export async function runShortCommand(command: ShortCommand): Promise<ShortResult> {
  let child: Bun.Subprocess<"ignore", "pipe", "ignore">;
  try {
    child = Bun.spawn([...command.argv], {
      env: command.env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      detached: true,
    });
  } catch (error) {
    return { kind: "not_started", reason: error instanceof Error ? error.message : String(error) };
  }

  running.add(child.pid);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child.pid);
  }, command.timeoutMs);
  const output = collect(child.stdout, OUTPUT_LIMIT);
  const code = await child.exited;
  clearTimeout(timer);
  running.delete(child.pid);
  killGroup(child.pid);
  if (timedOut) return { kind: "timed_out" };
  if (child.signalCode !== null) return { kind: "killed", signal: String(child.signalCode) };
  await Promise.race([output.ended, Bun.sleep(PIPE_GRACE_MS)]);
  return { kind: "exited", code, stdout: output.text() };
}

/** Leaders of the groups of all short commands that have not ended. */
const running = new Set<number>();

/** Ends what is still being asked: an answer is of no use any more. */
export function endShortCommands(): void {
  for (const leader of running) killGroup(leader);
}

/** What the program wrote is in the pipe when it ends; only a grandchild that fled keeps it open. */
const PIPE_GRACE_MS = 500;

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left in the group.
  }
}

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

/** Starts a program that is not ours to wait for, such as the user's browser. */
export function startAndForget(argv: readonly [string, ...string[]]): void {
  Bun.spawn([...argv], { stdin: "ignore", stdout: "ignore", stderr: "ignore" }).unref();
}
