import type { CliHealth, CliType } from "@malamar/contract/cli.ts";
import {
  CLIS,
  cliLabel,
  firstHealthyCli,
  isUsable,
  preferredCli,
} from "@malamar/contract/plain/cli.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { detectCli, TIMED_OUT, type CliSetup } from "./detect.ts";
import { ADAPTERS } from "./registry.ts";
import type { EngineHealth, EngineProblem, EngineWord } from "#engines/engine.ts";

/** The slowest version command seen takes 2.2 s; this leaves room for a machine busy with agents. */
const CHECK_TIMEOUT_MS = 10_000;

interface Deps {
  /** Which ones to check. */
  clis?: readonly { type: CliType }[];
  setupOf: (id: EngineId) => CliSetup;
  environment: Record<string, string>;
  clock: Clock;
  /** Asks a CLI's model a real question. */
  ask: (type: CliType, signal: AbortSignal) => Promise<EngineWord>;
  /** Called when anything but the times differs: of the check, and of answers after the first. */
  onChange: (clis: CliHealth[]) => void;
  timeoutMs?: number;
}

/**
 * Remembers what the last check of each CLI found, and what its last run or deep check showed: the
 * program may be there while its login is not.
 */
export function createCliHealth(deps: Deps) {
  const { clis = CLIS, setupOf, environment, clock, onChange, timeoutMs = CHECK_TIMEOUT_MS } = deps;
  const found = new Map<EngineId, CliHealth>();
  const proven = new Map<EngineId, Proof>();
  const answeredAt = new Map<EngineId, string>();
  const problems = new Map<EngineId, Problem>();
  const asking = new Map<EngineId, Promise<void>>();
  const stopping = new AbortController();
  let running: Promise<CliHealth[]> | null = null;
  let next: Promise<CliHealth[]> | null = null;

  /** Checks every CLI now. Calls during a check share the one that begins after it. */
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
        const problem = problems.get(type);
        const setup = setupOf(type);
        const cli = await detectCli(ADAPTERS[type], setup, deps);
        // Each is known as soon as it has answered: one that hangs does not hide the others.
        found.set(type, cli);
        if (cli.status === "healthy") prove(type, setup, cli.version);
        // Anything learned in the meantime is newer than this check.
        if (problem && problem === problems.get(type) && !isStill(type, problem)) {
          problems.delete(type);
        }
      }),
    );
    if (facts() !== before) onChange(list());
    return list();
  }

  /** It works as it is set up now. */
  function prove(type: EngineId, setup: CliSetup, version: string | null): void {
    proven.set(type, { program: programOf(type, setup), version });
  }

  function programOf(type: EngineId, setup: CliSetup): string {
    return JSON.stringify([found.get(type)?.path, setup]);
  }

  /**
   * What the last check found. One that timed out is only slow, if it has answered before with this
   * setup.
   */
  function seen(type: EngineId): CliHealth | null {
    const cli = found.get(type) ?? null;
    const proof = proven.get(type);
    if (cli?.error !== TIMED_OUT || proof?.program !== programOf(type, setupOf(type))) return cli;
    return slow(cli, proof.version, timeoutMs);
  }

  /** A network that was down may be up again; a login is missing until something has changed. */
  function isStill(type: EngineId, { needsUser, about }: Problem): boolean {
    return needsUser && about === subjectOf(type, setupOf(type));
  }

  /** Which program it is, and its environment. */
  function subjectOf(type: EngineId, setup: CliSetup): string {
    const { path, version } = seen(type) ?? {};
    return JSON.stringify([path, version, setup]);
  }

  /** What a run or a question has shown, with the setup that it had. */
  function hear(type: EngineId, word: EngineWord, setup: CliSetup): void {
    if (stopping.signal.aborted) return;
    const before = facts();
    if (word.ok) {
      answeredAt.set(type, clock());
      problems.delete(type);
      prove(type, setup, proven.get(type)?.version ?? null);
    } else problems.set(type, { ...word, about: subjectOf(type, setup) });
    if (facts() !== before) onChange(list());
  }

  /** Concurrent checks of the same CLI share one answer: each one costs. */
  function ask(type: CliType): Promise<void> {
    const question = asking.get(type) ?? startAsking(type).finally(() => asking.delete(type));
    asking.set(type, question);
    return question;
  }

  async function startAsking(type: CliType): Promise<void> {
    const setup = setupOf(type);
    try {
      hear(type, await deps.ask(type, stopping.signal), setup);
    } catch (error) {
      // One that cannot be asked must not cost the others their answers.
      hear(type, { ok: false, error: messageOf(error), advice: null, needsUser: false }, setup);
    }
  }

  function list(): CliHealth[] {
    return clis.flatMap(({ type }) => {
      const cli = seen(type);
      return cli ? withWord(cli, answeredAt.get(type) ?? null, problems.get(type)) : [];
    });
  }

  /** The last findings; waits for the first check rather than guess. */
  async function current(): Promise<CliHealth[]> {
    return found.size === clis.length ? list() : await (running ?? refresh());
  }

  const firstHealthy = (): CliType | null => firstHealthyCli(list());

  function facts(): string {
    const timeless = ({ answered_at, ...cli }: CliHealth) => ({
      ...cli,
      checked_at: null,
      hasAnswered: answered_at !== null,
    });
    return JSON.stringify(list().map(timeless));
  }

  const health = {
    refresh,

    /** A person checks again: they may have logged in since the last refused run. */
    recheck(): Promise<CliHealth[]> {
      problems.clear();
      return refresh();
    },

    /** Asks the model behind each available CLI: only when a person wants it. */
    async deepCheck(only?: CliType): Promise<CliHealth[]> {
      await refresh();
      const there = clis.filter(({ type }) => {
        const cli = seen(type);
        return cli !== null && isUsable(cli);
      });
      const asked = there.filter(({ type }) => only === undefined || type === only);
      await Promise.all(asked.map(({ type }) => ask(type)));
      return list();
    },

    hear,

    /**
     * Records what a run that begins now shows in the end: the CLI's settings may change until
     * then.
     */
    listenTo(id: EngineId): (word: EngineWord) => void {
      const setup = setupOf(id);
      return (word) => hear(id, word, setup);
    },

    /** Resolves when nothing is left of any question. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(asking.values());
    },

    current,

    /** What is known so far. */
    known: list,

    defaultCli: (): CliType => preferredCli(list()),

    /** null when none works, as far as is known. */
    firstHealthy,

    /** Right after a start the CLIs may not be known yet. */
    async choose(): Promise<CliType | null> {
      if (firstHealthy() === null) await current();
      return firstHealthy();
    },
  };
  return health satisfies EngineHealth;
}

/** The program that answered, its setup, and its own version. */
interface Proof {
  program: string;
  version: string | null;
}

function slow(cli: CliHealth, version: string | null, timeoutMs: number): CliHealth {
  return {
    ...cli,
    status: "slow",
    version,
    error: `CLI is slow: its version command took longer than ${timeoutMs / 1000} seconds`,
    advice: `${cliLabel(cli.cli_type)} has answered before, so agents keep using it. The machine may be busy: if this keeps happening, run fewer agents at once with --max-concurrent-runs.`,
  };
}

interface Problem extends EngineProblem {
  about: string;
}

export type CliHealthMonitor = ReturnType<typeof createCliHealth>;

function withWord(
  cli: CliHealth,
  answered_at: string | null,
  problem: EngineProblem | undefined,
): CliHealth {
  if (cli.status === "unhealthy" || !problem) return { ...cli, answered_at };
  const { error, advice } = problem;
  return { ...cli, status: "unhealthy", error, advice, answered_at };
}
