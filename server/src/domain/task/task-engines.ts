import { engineIdOf, type Agent } from "@malamar/contract/agent.ts";
import { ENGINE_CAUSE_WORDS, type EngineCause } from "@malamar/contract/engine-cause.ts";
import type { EngineId, TaskId, WorkspaceId } from "@malamar/contract/ids.ts";
import { SYSTEM, type Actor } from "#domain/actor/actor.ts";
import type { EngineTrouble, EngineTroubleStore } from "#domain/run/engine-trouble-store.ts";
import { later } from "#lib/clock.ts";
import { shortened } from "#lib/shortened.ts";
import { backoffMs, LONGEST_BACKOFF_MS } from "./backoff.ts";
import type { PassStepDeps } from "./pass-steps.ts";
import { nameOf } from "./task-journal.ts";
import { requireTask } from "./task-service.ts";
import { ANY_PROGRAM, type TaskRow } from "./task-store.ts";
import type { TaskWaitStore, Wait } from "./task-wait-store.ts";
import type { TaskWaits } from "./task-waits.ts";

type JournalParts = Pick<
  PassStepDeps,
  "unit" | "workspaceStore" | "taskStore" | "commentStore" | "taskJournal" | "clock"
>;

interface Deps extends JournalParts {
  engineTroubleStore: EngineTroubleStore;
  taskWaitStore: TaskWaitStore;
  taskWaits: TaskWaits;
}

/** What a failure means for every task that needs the engine. */
export interface EngineVerdict {
  /** The engine is not used for now, so the task waits. */
  wait: Wait | null;
  /** A person was notified of the same failure on another task. */
  isOldNews: boolean;
}

interface MissingProgram {
  error: string;
  /** The error, and what to do about it. */
  said: string;
}

/** What a run is executed with. */
interface Executed {
  cli_type: EngineId;
  model: Agent["model"];
}

/** That many failures in a row are not an accident. */
const FAILURES_IN_A_ROW = 3;

/**
 * How many extra steps of the backoff three failures count for: the first pause is 16 seconds, and
 * a broken engine starts five times in the first minute, not ten.
 */
const STEPS_AHEAD = 2;

/**
 * A broken engine is one problem, however many tasks need it. After several failures in a row with
 * a cause of its own, tasks wait for it, and now and then one of them tries it again.
 */
export function createTaskEngines(deps: Deps) {
  const { unit, taskStore, commentStore, taskWaitStore, workspaceStore } = deps;
  const { engineTroubleStore, taskJournal, taskWaits, clock } = deps;
  /** By the trouble: the task that tries the engine, and the workspaces whose next task may. */
  const probes = new Map<string, TaskId>();
  const invited = new Map<string, ReadonlySet<WorkspaceId>>();
  /** The engines whose programs were found in the last check; null before the first one. */
  let present: ReadonlySet<EngineId> | null = null;

  /** What blocks a run of this agent, unless its task is the one that tries the engine. */
  function waitOf(agent: Agent, taskId: TaskId): Wait | null {
    for (const trouble of troublesOf(agent)) {
      if (trouble.probe_at === null) continue;
      const key = keyOf(trouble);
      const mayTry = invited.get(key)?.has(agent.workspace_id) || isDue(trouble);
      if (mayTry && !probes.has(key)) {
        probes.set(key, taskId);
        invited.delete(key);
        // A try that says nothing about the engine is followed by a pause as well.
        putOff(trouble);
      }
      if (probes.get(key) !== taskId) return engineWait(trouble, agent);
    }
    return null;
  }

  function nextTry(failures: number): string {
    return later(clock(), backoffMs(failures + STEPS_AHEAD));
  }

  /** No pause is this long: the clock was set back. */
  function isDue({ probe_at }: EngineTrouble): boolean {
    if (probe_at === null) return false;
    return probe_at <= clock() || probe_at > later(clock(), LONGEST_BACKOFF_MS);
  }

  function putOff(trouble: EngineTrouble): void {
    unit(() => engineTroubleStore.put({ ...trouble, probe_at: nextTry(trouble.failure_count) }));
  }

  function troublesOf(agent: Executed): EngineTrouble[] {
    const engine = engineIdOf(agent);
    const accounts = new Set(["", accountOf(agent)]);
    return [...accounts].flatMap((account) => engineTroubleStore.get(engine, account) ?? []);
  }

  function forget(trouble: EngineTrouble): void {
    engineTroubleStore.remove(trouble.engine, trouble.account);
    probes.delete(keyOf(trouble));
    taskWaits.release("engine", { engine: trouble.engine });
  }

  /** Nobody waits for it yet, or nobody who is notified. */
  function isNewsOfProgram(agent: Agent): boolean {
    const { notify_on_error = false } = workspaceStore.get(agent.workspace_id) ?? {};
    return !taskWaitStore.isProgramWaitedFor(engineIdOf(agent), { notify_on_error });
  }

  /** As after two failures: one more, and it waits again. */
  function tryAgain(trouble: EngineTrouble, was_told = false): void {
    const failure_count = Math.min(trouble.failure_count, FAILURES_IN_A_ROW - 1);
    engineTroubleStore.put({ ...trouble, failure_count, was_told, probe_at: null });
    probes.delete(keyOf(trouble));
    taskWaits.release("engine", { engine: trouble.engine });
  }

  return {
    waitOf,

    /** A run failed with a cause of the engine's own. */
    noteFailure(agent: Agent, taskId: TaskId, cause: EngineCause): EngineVerdict {
      return unit(() => {
        const engine = engineIdOf(agent);
        const account = isMissing(cause) ? "" : accountOf(agent);
        const known = engineTroubleStore.get(engine, account);
        const isProbe = known !== null && probes.get(keyOf(known)) === taskId;
        if (isProbe) probes.delete(keyOf(known));
        // It began before the others failed, so it says nothing new.
        if (known && known.probe_at !== null && !isProbe) {
          return { wait: engineWait(known, agent), isOldNews: known.was_told };
        }
        const isSame = known?.cause === cause;
        const failure_count = (isSame || isProbe ? (known?.failure_count ?? 0) : 0) + 1;
        const tells = workspaceStore.get(agent.workspace_id)?.notify_on_error ?? false;
        const isOldNews = isSame && known.was_told;
        const waitsNow = failure_count >= FAILURES_IN_A_ROW;
        const trouble: EngineTrouble = {
          engine,
          account,
          cause,
          failure_count,
          was_told: isOldNews || tells,
          since: isSame ? known.since : clock(),
          probe_at: waitsNow ? nextTry(failure_count) : null,
        };
        engineTroubleStore.put(trouble);
        return { wait: waitsNow ? engineWait(trouble, agent) : null, isOldNews };
      });
    },

    /**
     * No program of the team is there, so there is nothing to try: the task waits, without a pass. Each task
     * says so once in a comment, people hear of it once for all tasks, and in Needs you one task of the
     * workspace has the error.
     */
    waitForProgram(taskId: TaskId, agent: Agent, { error, said }: MissingProgram): void {
      unit((emit) => {
        const task = requireTask(taskStore, taskId);
        const isTold = taskWaitStore.isProgramErrorTold(task.workspace_id);
        const loop_memory: TaskRow["loop_memory"] = { ...task.loop_memory, waits_for: ANY_PROGRAM };
        const isNews = isNewsOfProgram(agent);
        const comment = commentStore.hasSystemComment(taskId, said)
          ? null
          : taskJournal.tell(SYSTEM, task, said);
        if (comment && isNews) {
          const known = { comment_id: comment.id, count: 1, since: clock(), is_old_news: false };
          loop_memory.errors = { ...loop_memory.errors, [`program:${engineIdOf(agent)}`]: known };
          const error_message = shortened(said);
          emit({ type: "task.error_occurred", ...nameOf(task), error_message });
        }
        taskWaits.hold(
          { ...task, loop_memory, last_error: isTold && task.last_error === null ? null : error },
          {
            reason: "engine",
            engine: engineIdOf(agent),
            agent_id: null,
            detail: ENGINE_CAUSE_WORDS.not_installed,
            until: null,
          },
        );
      });
    },

    /** The task with the error may be gone, or someone has commented on it: another one takes it over. */
    tellOfProgram(workspaceId: WorkspaceId, error: string): void {
      if (taskWaitStore.isProgramErrorTold(workspaceId)) return;
      const id = taskWaitStore.firstForProgram(workspaceId);
      if (id === null) return;
      unit((emit) => {
        const told = taskJournal.save({ ...requireTask(taskStore, id), last_error: error });
        emit({ type: "task.updated", ...nameOf(told) });
      });
    },

    /** A run is active and its model answers: nobody has to wait until it ends. */
    noteLife(agent: Executed): void {
      const waitedFor = troublesOf(agent).filter(({ probe_at }) => probe_at !== null);
      if (waitedFor.length === 0) return;
      unit(() => waitedFor.forEach((trouble) => tryAgain(trouble, trouble.was_told)));
    },

    /** The engine did its work: nothing blocks it anymore. */
    noteSuccess(agent: Executed): void {
      unit(() => troublesOf(agent).forEach(forget));
    },

    /** A task's run ended without saying anything about its engine. */
    endProbe(taskId: TaskId): void {
      for (const [key, probe] of probes) if (probe === taskId) probes.delete(key);
    },

    /** Lets one task of each workspace try an engine that is due; the first one to start does. */
    probe(): void {
      const due = engineTroubleStore
        .all()
        .filter((trouble) => isDue(trouble) && !probes.has(keyOf(trouble)));
      if (due.length === 0) return;
      unit(() => {
        for (const trouble of due) {
          const tasks = taskWaitStore.probesFor(trouble.engine);
          if (tasks.length === 0) continue;
          invited.set(keyOf(trouble), new Set(tasks.map(({ workspace_id }) => workspace_id)));
          // If none of them gets to it, they are invited again later.
          putOff(trouble);
          for (const { id } of tasks) taskWaits.stop(id);
        }
      });
    },

    /** When the next engine that tasks wait for is tried again; null if there is none. */
    nextProbeAt(): string | null {
      const troubles = engineTroubleStore.all().filter((trouble) => !probes.has(keyOf(trouble)));
      if (troubles.length === 0) return null;
      const waitedFor = taskWaitStore.enginesToProbe();
      const times = troubles.flatMap(({ engine, probe_at }) =>
        waitedFor.includes(engine) ? (probe_at ?? []) : [],
      );
      return times.toSorted()[0] ?? null;
    },

    /** A person has checked the engines, or changed their settings. */
    tryAll(_actor: Actor): void {
      unit(() => engineTroubleStore.all().forEach((trouble) => tryAgain(trouble)));
    },

    /** These programs are installed now: one that was missing before is tried. */
    notePresent(engines: ReadonlySet<EngineId>): void {
      const before = present;
      present = engines;
      const hasAppeared = ({ engine, cause }: EngineTrouble) => {
        // The state of the previous process is unknown; but a program reported as missing was
        // missing.
        const wasThere = before ? before.has(engine) : cause !== "not_installed";
        return isMissing(cause) && engines.has(engine) && !wasThere;
      };
      const found = engineTroubleStore.all().filter(hasAppeared);
      if (found.length > 0) unit(() => found.forEach((trouble) => tryAgain(trouble)));
    },

    /** At startup: no task waits for an engine that has no known trouble. */
    recover(): void {
      unit(() => {
        const troubled = new Set(engineTroubleStore.all().map(({ engine }) => engine));
        for (const engine of taskWaitStore.enginesWaitedFor()) {
          if (!troubled.has(engine)) taskWaits.release("engine", { engine });
        }
      });
    },
  };
}

export type TaskEngines = ReturnType<typeof createTaskEngines>;

function engineWait({ engine, cause }: EngineTrouble, { id: agent_id }: Agent): Wait {
  return { reason: "engine", engine, agent_id, detail: ENGINE_CAUSE_WORDS[cause], until: null };
}

/** One engine may reach the models of several providers, each with its own login and credit. */
function accountOf({ model }: Executed): string {
  return model?.includes("/") ? model.slice(0, model.indexOf("/")) : "";
}

/** The cause is the program, not the account. */
function isMissing(cause: EngineCause): boolean {
  return cause === "not_installed" || cause === "not_started";
}

function keyOf({ engine, account }: Pick<EngineTrouble, "engine" | "account">): string {
  return `${engine} ${account}`;
}
