import { StartupError } from "#lib/startup-error.ts";

/** An interruption leaves nothing half done: what was started is undone first. */
export async function interruptible<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = () => controller.abort(new StartupError("Interrupted. Nothing was left behind."));
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // Repeatedly: npm passes on a Ctrl-C that the terminal has delivered already.
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
