import { CLIS, preferredCli, type CliHealth, type CliType } from "@malamar/contract/cli.ts";
import type { Clock } from "#lib/clock.ts";
import { detectCli, type CliSetup } from "./detect.ts";
import { ENGINES } from "./registry.ts";

/** Long enough for the slowest version command seen (2.2 s) on a machine that is busy with agents. */
const CHECK_TIMEOUT_MS = 30_000;

interface Deps {
  setupOf: (type: CliType) => CliSetup;
  environment: Record<string, string>;
  clock: Clock;
  /** Told when a status, version, path or error differs from the check before. */
  onChange: (clis: CliHealth[]) => void;
  timeoutMs?: number;
}

/** Remembers what the last check of each CLI found. Checks that overlap become one. */
export function createCliHealth(deps: Deps) {
  const { setupOf, environment, clock, onChange, timeoutMs = CHECK_TIMEOUT_MS } = deps;
  let known: CliHealth[] | null = null;
  let running: Promise<CliHealth[]> | null = null;
  let again = false;

  /** Looks at every CLI now. A call during a check gets one that began after the call. */
  function refresh(): Promise<CliHealth[]> {
    if (running) {
      again = true;
      return running;
    }
    running = checkUntilFresh().finally(() => (running = null));
    return running;
  }

  async function checkUntilFresh(): Promise<CliHealth[]> {
    let found: CliHealth[];
    do {
      again = false;
      found = await Promise.all(
        CLIS.map(({ type }) =>
          detectCli(ENGINES[type], setupOf(type), { environment, clock, timeoutMs }),
        ),
      );
    } while (again);
    const changed =
      known === null || JSON.stringify(known.map(facts)) !== JSON.stringify(found.map(facts));
    known = found;
    if (changed) onChange(found);
    return found;
  }

  return {
    refresh,

    /** The last findings; waits for the first check rather than guess. */
    current: async (): Promise<CliHealth[]> => known ?? (await (running ?? refresh())),

    defaultCli: (): CliType => preferredCli(known ?? []),
  };
}

export type CliHealthMonitor = ReturnType<typeof createCliHealth>;

function facts({ checked_at: _, ...rest }: CliHealth) {
  return rest;
}
