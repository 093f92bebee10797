import { expect, test } from "bun:test";
import type { CliSetup } from "#engines/cli/detect.ts";
import { createEventBus } from "#events/event-bus.ts";
import { createLogger } from "#lib/logger.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { repeatCliHealthChecks } from "./cli-health-check.ts";

const MINUTE = 60_000;

function startJob() {
  const time = virtualTime();
  const logger = createLogger({ level: "error", format: "text", write: () => {} });
  const bus = createEventBus({ logger });
  const setup: CliSetup = { binary_path: null, env_vars: {} };
  let [checks, tries] = [0, 0];
  const stop = repeatCliHealthChecks({
    cliHealth: { refresh: () => (checks++, Promise.resolve([])) },
    settingsService: { cliSettings: () => setup },
    tryEngines: () => void tries++,
    bus,
    timers: time.timers,
    logger,
  });
  return { time, bus, setup, stop, checks: () => checks, tries: () => tries };
}

test("the CLIs are checked at the start and every five minutes, until the job is stopped", () => {
  const { time, stop, checks } = startJob();
  expect(checks()).toBe(1);
  time.advance(5 * MINUTE - 1);
  expect(checks()).toBe(1);
  time.advance(1);
  expect(checks()).toBe(2);
  time.advance(10 * MINUTE);
  expect(checks()).toBe(4);
  stop();
  time.advance(60 * MINUTE);
  expect(checks()).toBe(4);
});

test("they are checked and tried at once when someone changed where one is, and for no other setting", () => {
  const { bus, setup, checks, tries } = startJob();
  bus.publish({ type: "settings.updated" });
  expect({ checks: checks(), tries: tries() }).toEqual({ checks: 1, tries: 0 });
  setup.binary_path = "/opt/claude";
  bus.publish({ type: "settings.updated" });
  expect({ checks: checks(), tries: tries() }).toEqual({ checks: 2, tries: 1 });
});
