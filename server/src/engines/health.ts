import {
  CLIS,
  firstHealthyCli,
  preferredCli,
  type CliHealth,
  type CliType,
} from "@malamar/contract/cli.ts";
import type { EngineId } from "@malamar/contract/ids.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Clock } from "#lib/clock.ts";
import { detectCli, type CliSetup } from "./cli/detect.ts";
import { ADAPTERS } from "./cli/registry.ts";
import type { EngineProblem, EngineWord } from "./engine.ts";

/** The slowest version command seen takes 2.2 s; this leaves room for a machine busy with agents. */
const CHECK_TIMEOUT_MS = 10_000;

interface Deps {
  /** Which ones to look at. */
  clis?: readonly { type: CliType }[];
  setupOf: (id: EngineId) => CliSetup;
  environment: Record<string, string>;
  clock: Clock;
  /** Puts a real question to a CLI. */
  ask: (type: CliType, signal: AbortSignal) => Promise<EngineWord>;
  /** Told when anything differs but the times: of the check, and of answers after the first. */
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
  const answeredAt = new Map<EngineId, string>();
  const problems = new Map<EngineId, Problem>();
  const asking = new Map<EngineId, Promise<void>>();
  const stopping = new AbortController();
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
        const problem = problems.get(type);
        // Each is known as soon as it has answered: one that hangs does not hide the others.
        found.set(type, await detectCli(ADAPTERS[type], setupOf(type), deps));
        // What was heard meanwhile is newer than this check.
        if (problem && problem === problems.get(type) && !isStill(type, problem)) {
          problems.delete(type);
        }
      }),
    );
    if (facts() !== before) onChange(list());
    return list();
  }

  /** A network that was down may be up again; a login is missing until something has changed. */
  function isStill(type: EngineId, { needsUser, about }: Problem): boolean {
    return needsUser && about === subjectOf(type, setupOf(type));
  }

  /** Which program it is, and what it is given. */
  function subjectOf(type: EngineId, setup: CliSetup): string {
    const { path, version } = found.get(type) ?? {};
    return JSON.stringify([path, version, setup]);
  }

  /** What a run or a question has shown, with the setup that it had. */
  function hear(type: EngineId, word: EngineWord, setup: CliSetup): void {
    if (stopping.signal.aborted) return;
    const before = facts();
    if (word.ok) {
      answeredAt.set(type, clock());
      problems.delete(type);
    } else problems.set(type, { ...word, about: subjectOf(type, setup) });
    if (facts() !== before) onChange(list());
  }

  /** Whoever asks for the same CLI meanwhile waits for the same answer: each one costs. */
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
      const cli = found.get(type);
      return cli ? withWord(cli, answeredAt.get(type) ?? null, problems.get(type)) : [];
    });
  }

  function facts(): string {
    const timeless = ({ answered_at, ...cli }: CliHealth) => ({
      ...cli,
      checked_at: null,
      hasAnswered: answered_at !== null,
    });
    return JSON.stringify(list().map(timeless));
  }

  return {
    refresh,

    /** A person asks: they may have logged in since the last run that was refused. */
    recheck(): Promise<CliHealth[]> {
      problems.clear();
      return refresh();
    },

    /** Asks the model behind each CLI that is there for an answer: only when a person wants it. */
    async deepCheck(only?: CliType): Promise<CliHealth[]> {
      await refresh();
      const there = clis.filter(({ type }) => found.get(type)?.status === "healthy");
      const asked = there.filter(({ type }) => only === undefined || type === only);
      await Promise.all(asked.map(({ type }) => ask(type)));
      return list();
    },

    hear,

    /** Hears what a run that begins now shows in the end: what it is set up with may change meanwhile. */
    listenTo(id: EngineId): (word: EngineWord) => void {
      const setup = setupOf(id);
      return (word) => hear(id, word, setup);
    },

    /** Resolves when nothing is left of any question. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(asking.values());
    },

    /** The last findings; waits for the first check rather than guess. */
    async current(): Promise<CliHealth[]> {
      return found.size === clis.length ? list() : await (running ?? refresh());
    },

    /** What is known so far. */
    known: list,

    defaultCli: (): CliType => preferredCli(list()),

    /** null when none works, as far as is known. */
    firstHealthy: (): CliType | null => firstHealthyCli(list()),
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
