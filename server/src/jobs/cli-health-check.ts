import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { SettingsService } from "#domain/settings/settings-service.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import type { EventBus } from "#events/event-bus.ts";
import type { Timers } from "#lib/clock.ts";
import type { Logger } from "#lib/logger.ts";

/** A CLI that was installed or broken in the meantime is noticed within this time. */
const INTERVAL_MS = 5 * 60 * 1000;

interface Deps {
  cliHealth: Pick<CliHealthMonitor, "refresh">;
  settingsService: Pick<SettingsService, "cliSettings">;
  /** Lets tasks that wait for an engine try again. */
  tryEngines: () => void;
  bus: EventBus;
  timers: Timers;
  logger: Logger;
}

/** Checks at startup, every five minutes, and when someone changed where a CLI is. */
export function repeatCliHealthChecks(deps: Deps): () => void {
  const { cliHealth, settingsService, tryEngines, bus, timers, logger } = deps;
  /** Where the CLIs are and their variables, as one text to compare. */
  const cliSetup = () => JSON.stringify(CLIS.map(({ type }) => settingsService.cliSettings(type)));
  const check = () => {
    cliHealth.refresh().catch((error: unknown) => logger.error("The CLI check failed", { error }));
  };
  let checkedSetup = cliSetup();
  const unsubscribe = bus.subscribe(({ event }) => {
    if (event.type !== "settings.updated" || cliSetup() === checkedSetup) return;
    checkedSetup = cliSetup();
    check();
    tryEngines();
  });
  let callOff = () => {};
  const repeat = () => {
    check();
    callOff = timers.after(INTERVAL_MS, repeat);
  };
  repeat();
  return () => {
    callOff();
    unsubscribe();
  };
}
