import { CLIS, preferredCli, type CliHealth, type CliType } from "@malamar/contract/cli.ts";
import type { Clock } from "#lib/clock.ts";
import { detectCli, type CliSetup } from "./detect.ts";
import { ADAPTERS } from "./registry.ts";

/** The slowest version command seen takes 2.2 s; this leaves room for a machine busy with agents. */
const CHECK_TIMEOUT_MS = 10_000;

interface Deps {
  /** Which ones to look at. */
  clis?: readonly { type: CliType }[];
  setupOf: (type: CliType) => CliSetup;
  environment: Record<string, string>;
  clock: Clock;
  /** Told when a status, version, path or error differs from the check before. */
  onChange: (clis: CliHealth[]) => void;
  timeoutMs?: number;
}

/** Remembers what the last check of each CLI found. */
export function createCliHealth(deps: Deps) {
  const { clis = CLIS, setupOf, environment, clock, onChange, timeoutMs = CHECK_TIMEOUT_MS } = deps;
  const known = new Map<CliType, CliHealth>();
  let running: Promise<CliHealth[]> | null = null;
  let next: Promise<CliHealth[]> | null = null;

  /** Looks at every CLI now. Calls during a check share the one that begins after it. */
  function refresh(): Promise<CliHealth[]> {
    if (!running) return start();
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  }

  function start(): Promise<CliHealth[]> {
    running = checkAll().finally(() => (running = null));
    return running;
  }

  async function checkAll(): Promise<CliHealth[]> {
    const before = facts();
    await Promise.all(
      clis.map(async ({ type }) => {
        const deps = { environment, clock, timeoutMs };
        // Each is known as soon as it has answered: one that hangs does not hide the others.
        known.set(type, await detectCli(ADAPTERS[type], setupOf(type), deps));
      }),
    );
    if (facts() !== before) onChange(list());
    return list();
  }

  function list(): CliHealth[] {
    return clis.flatMap(({ type }) => known.get(type) ?? []);
  }

  function facts(): string {
    return JSON.stringify(list().map((cli) => ({ ...cli, checked_at: null })));
  }

  return {
    refresh,

    /** The last findings; waits for the first check rather than guess. */
    async current(): Promise<CliHealth[]> {
      return known.size === clis.length ? list() : await (running ?? refresh());
    },

    /** By what is known so far. */
    defaultCli: (): CliType => preferredCli(list()),
  };
}

export type CliHealthMonitor = ReturnType<typeof createCliHealth>;
