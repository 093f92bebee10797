import { tmpdir } from "node:os";
import type { RepositoryProgram } from "@malamar/contract/repository.ts";
import { runCommand, type CommandResult } from "#processes/command.ts";
import type { OutputPiece } from "#processes/process-output.ts";
import { gitEnvironment, safePath, settingsIn, type Setting } from "./git-environment.ts";
import { GitError, isBusy } from "./git-error.ts";
import {
  programsIn,
  readConfig,
  withoutPrograms,
  type ConfigEntry,
} from "./repository-programs.ts";
import { createLanes, createTurns } from "./turns.ts";

/** How long a command may take, by what it does. */
const LIMIT_MS = {
  read: 30_000,
  checkpoint: 10 * 60_000,
  worktree: 30 * 60_000,
} as const;

/** Git keeps a core busy; more than this would only slow the agents down. */
const MOST_AT_ONCE = 4;

/** A server that does not answer leaves a place to those that need none. */
const MOST_FETCHING = MOST_AT_ONCE - 1;

/** Someone else's git is usually finished in a moment, and its lock gone. */
const BUSY_PATIENCE_MS = 10_000;
const BUSY_PAUSE_MS = 200;

/** The most output that one command may return; longer output goes to `onOutput`. */
const MOST_KEPT = 64 * 1024 * 1024;

/** Arguments and surroundings of a git command. No shell is involved. */
export interface GitCommand {
  /** The directory to run git in. */
  at: string;
  /** The subcommand and its arguments; refs and revisions after `--end-of-options`. */
  args: readonly [string, ...string[]];
  effort: keyof typeof LIMIT_MS;
  stdin?: string | Uint8Array;
  /** Extra variables, such as GIT_INDEX_FILE. */
  env?: Readonly<Record<string, string>>;
  /** Extra settings, which override the repository's. */
  settings?: readonly Setting[];
  /** Programs named by the repository may run, because a person trusts it. */
  isTrusted?: boolean;
  /** What a partial clone lacks, or a submodule, may be fetched; everything else uses no network. */
  mayFetch?: boolean;
  /** Gets the output piece by piece; without it the answer has all of it. */
  onOutput?: (piece: OutputPiece) => void | Promise<void>;
  signal?: AbortSignal;
}

interface Deps {
  /** Malamar's own; git gets only the person's part of it. */
  environment: Readonly<Record<string, string>>;
  /** For files that a command needs while it runs. */
  tempDir?: string;
  /** Lets real time pass, where git compares the times of files. */
  pause?: (ms: number) => Promise<void>;
  /** In milliseconds since any moment. */
  now?: () => number;
}

/** The one way to run git. What a repository's configuration names does not run. */
export function createGit(deps: Deps) {
  const { environment, tempDir = tmpdir(), pause = Bun.sleep } = deps;
  const { now = () => performance.now() } = deps;
  const inTurn = createTurns(MOST_AT_ONCE);
  const amongFetching = createTurns(MOST_FETCHING);
  const alone = createLanes();
  let program: string | null = null;

  /** Searched again until it is found: someone may install it. */
  function findProgram(): string {
    program ??= Bun.which("git", { PATH: safePath(environment["PATH"] ?? "") });
    if (program === null) throw new GitError({ kind: "missing" }, "git was not found");
    return program;
  }

  /** Its stdout. Throws a GitError unless it exits with 0. */
  async function run(command: GitCommand): Promise<string> {
    const { stdout } = requireSuccess(command, await answer(command));
    return stdout;
  }

  /** Exit code and output, for commands whose exit code is the answer. */
  async function answer(command: GitCommand): Promise<CommandResult> {
    let deadline: number | null = null;
    for (;;) {
      const result = await whenItsTurn(command, () => runOnce(command));
      const error = errorOf(command, result);
      if (!error || !isBusy(error)) return result;
      deadline ??= now() + BUSY_PATIENCE_MS;
      if (now() > deadline) return result;
      await Bun.sleep(BUSY_PAUSE_MS);
    }
  }

  function whenItsTurn<Result>(
    { mayFetch, signal }: Pick<GitCommand, "mayFetch" | "signal">,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!mayFetch) return inTurn(work, signal);
    return amongFetching(() => inTurn(work, signal), signal);
  }

  async function runOnce(command: GitCommand): Promise<CommandResult> {
    // Read afresh for each command: an agent may have changed it.
    const safe = withoutPrograms(await configAt(command), command.isTrusted ?? false);
    const settings = [...settingsIn(command.at), ...safe, ...(command.settings ?? [])];
    const env = command.mayFetch ? command.env : { ...NO_FETCH, ...command.env };
    return start(command, gitEnvironment(environment, settings, env));
  }

  /**
   * All settings that apply here. If they cannot be read, we run nothing else: git might still be
   * able to read them.
   */
  async function configAt({ at, signal, env }: Where): Promise<ConfigEntry[]> {
    const command: GitCommand = {
      at,
      args: ["config", "--list", "--show-scope", "-z"],
      effort: "read",
      ...(signal && { signal }),
    };
    const result = await start(command, gitEnvironment(environment, settingsIn(at), env));
    const { stdout, isCut } = requireSuccess(command, result);
    if (isCut) throw new GitError({ kind: "refused" }, "the configuration of git is too long");
    return readConfig(stdout);
  }

  async function start(command: GitCommand, env: Record<string, string>): Promise<CommandResult> {
    const { at, args, effort, stdin, onOutput, signal } = command;
    const result = await runCommand({
      argv: [findProgram(), ...pathspecsOf(args[0]), ...args],
      env,
      cwd: at,
      timeoutMs: LIMIT_MS[effort],
      keepBytes: onOutput ? KEPT_BESIDE_READER : MOST_KEPT,
      ...(stdin !== undefined && { stdin }),
      ...(onOutput && { onOutput }),
      ...(signal && { signal }),
    });
    // It may have moved, with an update.
    if (result.kind === "not_started") program = null;
    return result;
  }

  return {
    run,
    answer,
    pause,
    tempDir,

    /** All settings that hold at this place. */
    config: (where: Where): Promise<ConfigEntry[]> => inTurn(() => configAt(where), where.signal),

    /** The programs that the repository at this place names. */
    programs: async (where: Where): Promise<RepositoryProgram[]> =>
      programsIn(await inTurn(() => configAt(where), where.signal)),

    /**
     * Work that writes what all worktrees of a repository share: one at a time for each. Whoever
     * waits for a signal leaves the line with it.
     */
    alone,

    /** Such as 2.39.5. */
    async version(): Promise<string> {
      const command: GitCommand = { at: "/", args: ["version"], effort: "read" };
      // It reads no configuration, and a git that is too old could not list it.
      const env = gitEnvironment(environment, []);
      const { stdout: said } = requireSuccess(command, await inTurn(() => start(command, env)));
      return /\d+(\.\d+)+/.exec(said)?.[0] ?? said.trim();
    },
  };
}

export type Git = ReturnType<typeof createGit>;

type Where = Pick<GitCommand, "at" | "signal" | "env">;

/** Git asks the remote of a partial clone for each object that it lacks, if nobody forbids it. */
const NO_FETCH = { GIT_NO_LAZY_FETCH: "1" } as const;

/** Paths are never patterns. One command takes only paths, and rejects this option. */
function pathspecsOf(name: string): string[] {
  return name === "check-ignore" ? [] : ["--literal-pathspecs"];
}

/** How much stderr is kept when someone reads the output as it arrives. */
const KEPT_BESIDE_READER = 64 * 1024;

function requireSuccess(command: GitCommand, result: CommandResult): CommandResult {
  const error = errorOf(command, result);
  if (error) throw error;
  return result;
}

/** Why a command failed, in git's own words; null if it succeeded. */
export function errorOf({ args, effort }: GitCommand, result: CommandResult): GitError | null {
  const name = `git ${args[0]}`;
  switch (result.kind) {
    case "exited": {
      if (result.code === 0) return null;
      const stderr = withoutLogins(result.stderr.trim());
      const said = stderr.replace(/^(fatal|error): /, "");
      return new GitError(
        { kind: "exited", code: result.code, stderr },
        said === "" ? `${name} exited with code ${result.code}` : said,
      );
    }
    case "timed_out": {
      const seconds = LIMIT_MS[effort] / 1000;
      return new GitError({ kind: "timed_out", seconds }, `${name} took longer than ${seconds} s`);
    }
    case "killed":
      return new GitError({ kind: "killed" }, `${name} was killed by signal ${result.signal}`);
    case "aborted":
      return new GitError({ kind: "aborted" }, `${name} was stopped`);
    case "not_started":
      return new GitError({ kind: "not_started" }, `git could not be started: ${result.reason}`);
    default:
      return result satisfies never;
  }
}

/** Git hides the password of an address in some of its messages, and not in others. */
function withoutLogins(said: string): string {
  return said.replaceAll(/:\/\/[^\s/]*@/g, "://•••@");
}
