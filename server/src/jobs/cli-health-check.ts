import type { CliHealthMonitor } from "#engines/health.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { Logger } from "#lib/logger.ts";

/** A CLI that was installed or broken in the meantime is noticed within this time. */
const INTERVAL_MS = 5 * 60 * 1000;

interface Deps {
  cliHealth: CliHealthMonitor;
  bus: EventBus;
  logger: Logger;
}

/** Checks at start, every five minutes, and when somebody changed where a CLI is. */
export function repeatCliHealthChecks({ cliHealth, bus, logger }: Deps): () => void {
  const check = () => {
    cliHealth
      .refresh()
      .catch((error: unknown) => logger.error("The check of the CLIs failed", { error }));
  };
  const unsubscribe = bus.subscribe(({ event }) => {
    if (event.type === "settings.updated") check();
  });
  const timer = setInterval(check, INTERVAL_MS);
  timer.unref();
  check();
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}
