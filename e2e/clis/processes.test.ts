import { describe, expect, test } from "bun:test";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { createBoard } from "../support/board.ts";
import { startMalamar } from "../support/malamar.ts";
import { isAlive, processesIn, processesWith, type Process } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { answers, firstThen, review, type Part } from "../support/clis/cast.ts";
import { TEST_MS } from "../support/clis/known.ts";
import { inReview } from "../support/clis/looking.ts";
import { environmentIn, startStage, type Stage } from "../support/clis/stage.ts";

/** Never ends on its own. Not `sleep`, which some CLIs refuse to run. */
const TOOL = "tail -f /dev/null";

/** The first time its tool never ends; the second time it is done. */
const atATool: Part = firstThen(() => [{ kind: "runs", command: TOOL }], answers(review));

/** The CLI with everything it has started, once its tool is running. */
async function familyAtWork(stage: Stage, taskId: string): Promise<Process[]> {
  await until(
    () => processesIn(stage.home.dir).some(({ command }) => command === TOOL),
    `the CLI's tool is at work. The server says:\n${stage.malamar.output()}`,
    TEST_MS / 2,
  );
  return await familyOf(stage, taskId);
}

async function familyOf({ board }: Stage, taskId: string): Promise<Process[]> {
  const { current_run_id } = await board.task(taskId);
  return processesWith(new Set([`MALAMAR_RUN_ID=${current_run_id}`]));
}

describe.each(CLIS)("$label", ({ type }) => {
  test.concurrent(
    "a cancel while a tool runs leaves no process",
    async () => {
      await using stage = await startStage(type, { team: { Planner: atATool } });
      const { id } = await stage.createTask();
      const family = await familyAtWork(stage, id);
      expect(family.length).toBeGreaterThan(1);
      await stage.board.cancelTask(id);
      expect(family.filter(isAlive)).toEqual([]);
      expect((await stage.board.comments(id)).map(({ content }) => content)).toEqual([
        "Task cancelled by user",
      ]);
      expect((await stage.board.runs(id))[0]).toMatchObject({ status: "cancelled" });
    },
    TEST_MS,
  );

  test.concurrent(
    "a cancel while the model is silent leaves no process",
    async () => {
      await using stage = await startStage(type, { team: { Planner: () => [{ kind: "hangs" }] } });
      const { id } = await stage.createTask();
      await until(
        () => stage.model.requests.some(({ model }) => model !== null),
        "the CLI has asked its model",
        TEST_MS / 2,
      );
      const family = await familyOf(stage, id);
      await stage.board.cancelTask(id);
      expect(family.length).toBeGreaterThan(0);
      expect(family.filter(isAlive)).toEqual([]);
    },
    TEST_MS,
  );

  test.concurrent(
    "kill -9 of the server while a tool runs: the next start ends the leftovers, and continues",
    async () => {
      await using stage = await startStage(type, { team: { Planner: atATool } });
      const { id } = await stage.createTask();
      const family = await familyAtWork(stage, id);
      await stage.malamar.stop("SIGKILL");
      await using next = await startMalamar({
        home: stage.home,
        env: environmentIn(stage.home),
      });
      const again = { ...stage, malamar: next, board: createBoard(next.url) };
      await inReview(again, id);
      expect(family.filter(isAlive)).toEqual([]);
      const runs = await again.board.runs(id);
      expect(runs.map(({ status }) => status)).toEqual(["lost", "succeeded"]);
    },
    TEST_MS,
  );

  test.concurrent(
    "kill -9 of the CLI while a tool runs leaves no tool",
    async () => {
      await using stage = await startStage(type, { team: { Planner: atATool } });
      const { id } = await stage.createTask();
      const family = await familyAtWork(stage, id);
      const [run] = await stage.board.runs(id);
      const [started] = await stage.board.transcript(run!.id);
      process.kill(started!.pid!, "SIGKILL");
      await until(
        async () => (await stage.board.runs(id))[0]?.status === "failed",
        "the run has failed",
      );
      expect(family.filter(isAlive)).toEqual([]);
      expect((await stage.board.runs(id))[0]).toMatchObject({ failure_kind: "killed" });
      const [said] = await stage.board.comments(id);
      expect(said?.content).toStartWith("CLI was killed by signal SIGKILL");
      await inReview(stage, id);
    },
    TEST_MS,
  );
});
