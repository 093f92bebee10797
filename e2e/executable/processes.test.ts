import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBoard } from "../support/board.ts";
import { createHome, startMalamar, type Home, type Malamar } from "../support/malamar.ts";
import { isAlive, processesIn, variablesOf } from "../support/processes.ts";
import {
  deafTools,
  fleeingTools,
  HANGING,
  leaving,
  startBystanders,
  startTools,
  type ToolsAtWork,
} from "../support/tools-at-work.ts";
import { until } from "../support/until.ts";

/** The waits inside are bounded; this only has to be longer. */
const TIMEOUT_MS = 90_000;

interface Scene {
  malamar: Malamar;
  tools: ToolsAtWork;
}

/** Everything that ends a run from outside. Each resolves when Malamar says that it is done. */
const ENDINGS: Record<string, (scene: Scene) => Promise<unknown>> = {
  "a cancel": ({ malamar, tools }) => createBoard(malamar.url).cancelTask(tools.task.id),
  "the delete of the task": ({ malamar, tools }) =>
    createBoard(malamar.url).deleteTask(tools.task.id),
  "the delete of the workspace": ({ malamar, tools }) =>
    createBoard(malamar.url).deleteWorkspace(tools.workspaceId),
  SIGTERM: ({ malamar }) => malamar.stop("SIGTERM"),
  SIGINT: ({ malamar }) => malamar.stop("SIGINT"),
};

// In parallel: each waits for the three seconds that a program has to end cleanly.
test.concurrent.each(Object.keys(ENDINGS))(
  "%s leaves no process of a run, and leaves every other process alone",
  async (ending) => {
    await using home = createHome();
    await using malamar = await startDeaf(home);
    const tools = await startTools(createBoard(malamar.url), HANGING);
    await using bystanders = await startBystanders(tools);
    await ENDINGS[ending]!({ malamar, tools });
    expect(tools.family.filter(isAlive)).toEqual([]);
    expect(leftIn(malamar, bystanders.processes)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "the normal end of a CLI leaves none of its tools",
  async () => {
    await using home = createHome();
    await using malamar = await startDeaf(home);
    const board = createBoard(malamar.url);
    const gate = join(home.dir, "go");
    const tools = await startTools(board, leaving(gate));
    await using bystanders = await startBystanders(tools);
    writeFileSync(gate, "");
    await until(
      async () => (await board.runs(tools.task.id))[0]?.status === "succeeded",
      "the run has ended",
    );
    expect(tools.family.filter(isAlive)).toEqual([]);
    await board.reachesReview(tools.task.id);
    expect(await board.transcript(tools.run.id)).toContainEqual(
      expect.objectContaining({
        type: "notice",
        text: "Ended 2 processes that the CLI left running: sleep",
      }),
    );
    expect(leftIn(malamar, bystanders.processes)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "a start after a kill -9 ends leftover processes, but not one that now has the pid of a run's process",
  async () => {
    await using home = createHome();
    await using first = await startDeaf(home);
    const tools = await startTools(createBoard(first.url), HANGING);
    await using bystanders = await startBystanders(tools);
    await first.stop("SIGKILL");
    expect(tools.family.filter(isAlive)).toEqual(tools.family);
    writePid(first.dataDir, tools.run.id, bystanders.processes[0]!.pid);

    await using second = await startDeaf(home);
    expect(tools.family.filter(isAlive)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
    const board = createBoard(second.url);
    await board.reachesReview(tools.task.id);
    const runs = await board.runs(tools.task.id);
    expect(runs.map(({ status }) => status)).toEqual(["lost", "succeeded"]);
    expect((await board.transcript(tools.run.id)).at(-1)).toMatchObject({
      type: "finished",
      status: "lost",
    });
    expect(leftIn(second, bystanders.processes)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
  },
  TIMEOUT_MS,
);

test.concurrent.each(["a cancel", "the delete of the workspace", "SIGTERM"])(
  "%s leaves no process that has dropped every mark, and leaves every other process alone",
  async (ending) => {
    await using home = createHome();
    await using malamar = await startMalamar({ home, env: fleeingTools(home.dir) });
    const tools = await startTools(createBoard(malamar.url), HANGING);
    await until(() => hasDroppedItsMarks(tools.family[2]!), "it has dropped its marks");
    await using bystanders = await startBystanders(tools);
    await ENDINGS[ending]!({ malamar, tools });
    expect(tools.family.filter(isAlive)).toEqual([]);
    expect(leftIn(malamar, bystanders.processes)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "the normal end of a CLI leaves no process that has dropped every mark",
  async () => {
    await using home = createHome();
    await using malamar = await startMalamar({ home, env: fleeingTools(home.dir) });
    const board = createBoard(malamar.url);
    const gate = join(home.dir, "go");
    const tools = await startTools(board, leaving(gate));
    await until(() => hasDroppedItsMarks(tools.family[2]!), "it has dropped its marks");
    writeFileSync(gate, "");
    await board.reachesReview(tools.task.id);
    expect(tools.family.filter(isAlive)).toEqual([]);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "a start after a kill -9 ends processes that have dropped every mark, and no others",
  async () => {
    await using home = createHome();
    const env = fleeingTools(home.dir);
    await using first = await startMalamar({ home, env });
    const tools = await startTools(createBoard(first.url), HANGING);
    const fled = tools.family[2]!;
    await until(() => hasDroppedItsMarks(fled), "it has dropped its marks");
    await using bystanders = await startBystanders(tools);
    const record = join(first.dataDir, "processes.json");
    await until(
      () => existsSync(record) && readFileSync(record, "utf8").includes(`"pid":${fled.pid},`),
      "it is noted down",
    );
    await first.stop("SIGKILL");
    expect(tools.family.filter(isAlive)).toEqual(tools.family);

    await using second = await startMalamar({ home, env });
    expect(tools.family.filter(isAlive)).toEqual([]);
    expect(bystanders.allLive()).toBe(true);
    await createBoard(second.url).reachesReview(tools.task.id);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "SIGTERM ends it cleanly though a CLI ignores signals, and the next start continues the task",
  async () => {
    await using home = createHome();
    await using first = await startDeaf(home);
    const tools = await startTools(createBoard(first.url), HANGING);
    expect(await first.stop("SIGTERM")).toBe(0);
    expect(first.output()).toContain("Malamar has stopped");

    await using second = await startDeaf(home);
    const board = createBoard(second.url);
    await board.reachesReview(tools.task.id);
    const runs = await board.runs(tools.task.id);
    expect(runs.map(({ status }) => status)).toEqual(["lost", "succeeded"]);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "a second signal ends it and its processes at once, and the next start continues the task",
  async () => {
    await using home = createHome();
    await using first = await startDeaf(home);
    const tools = await startTools(createBoard(first.url), HANGING);
    await using bystanders = await startBystanders(tools);
    process.kill(first.pid, "SIGTERM");
    await until(() => first.output().includes("Malamar is stopping"), "it has heard the first one");
    expect(await first.stop("SIGTERM")).toBe(1);
    // It does not wait for the processes that it killed.
    await until(() => !tools.family.some(isAlive), "its processes are gone");
    expect(bystanders.allLive()).toBe(true);

    await using second = await startDeaf(home);
    await createBoard(second.url).reachesReview(tools.task.id);
  },
  TIMEOUT_MS,
);

test.concurrent(
  "of two Malamars side by side, the start of one after a crash leaves the other's processes alone",
  async () => {
    await using home = createHome();
    await using crashingHome = createHome();
    // One for both, which is the default for two of the same user.
    const env = { MALAMAR_TEMP_DIR: join(home.dir, "work") };
    await using other = await startMalamar({ env, home });
    await using crashing = await startMalamar({ env, home: crashingHome });
    const gate = join(home.dir, "go");
    const board = createBoard(other.url);
    const kept = await startTools(board, leaving(gate));
    const lost = await startTools(createBoard(crashing.url), HANGING);
    await crashing.stop("SIGKILL");

    await using again = await startMalamar({ env, home: crashingHome });
    expect(lost.family.filter(isAlive)).toEqual([]);
    expect(kept.family.filter(isAlive)).toEqual(kept.family);
    await createBoard(again.url).reachesReview(lost.task.id);
    writeFileSync(gate, "");
    await board.reachesReview(kept.task.id);
    const runs = await board.runs(kept.task.id);
    expect(runs.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(kept.family.filter(isAlive)).toEqual([]);
  },
  TIMEOUT_MS,
);

function hasDroppedItsMarks({ pid }: { pid: number }): boolean {
  const hasLimit = !/^Max realtime timeout +unlimited/m.test(
    readFileSync(`/proc/${pid}/limits`, "utf8"),
  );
  return !hasLimit && !variablesOf(pid).some((variable) => variable.startsWith("MALAMAR_"));
}

/** A Malamar whose agents start tools that ignore signals. */
function startDeaf(home: Home): Promise<Malamar> {
  return startMalamar({ home, env: deafTools(home.dir) });
}

function leftIn(malamar: Malamar, spared: readonly { pid: number }[]) {
  const known = new Set([malamar.pid, ...spared.map(({ pid }) => pid)]);
  return processesIn(malamar.home).filter(({ pid }) => !known.has(pid));
}

/** As if the system had given the pid of the run's process to another one. */
function writePid(dataDir: string, runId: string, pid: number): void {
  using db = new Database(join(dataDir, "malamar.db"));
  db.run("UPDATE runs SET pid = ? WHERE id = ?", [pid, runId]);
}
