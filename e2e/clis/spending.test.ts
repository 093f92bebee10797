import { afterAll, describe, expect, test } from "bun:test";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { TranscriptEvent } from "../support/board.ts";
import { followSteps } from "@malamar/scripted-model/steps.ts";
import { after, answers, castMind, review } from "../support/clis/cast.ts";
import { TEST_MS } from "../support/clis/known.ts";
import { inReview, modelCalls, sumOf, transcriptsOf, usedBy } from "../support/clis/looking.ts";
import { startStage } from "../support/clis/stage.ts";

const LIMIT = 5000;
const CALLS = 60;

/** Takes a second. Not `sleep`, which some CLIs refuse to run. */
const step = (number: number) => ({
  kind: "runs" as const,
  command: `echo ${number}; timeout 1 tail -f /dev/null || true`,
});

const stepAt = (_: unknown, at: number) => step(at);

const rows: string[] = [];

afterAll(() => {
  const head = "CLI | tokens | of the model | tool calls | seconds | seconds after the figure";
  console.log([`\n| ${head} |`, "| --- | --- | --- | --- | --- | --- |", ...rows].join("\n"));
});

describe.each(CLIS)("$label", ({ type, label }) => {
  test.concurrent(
    "a run of 60 tool calls is ended soon after it exceeds its limit",
    async () => {
      await using stage = await startStage(type, {
        team: {
          Planner: after(Array.from({ length: CALLS }, stepAt), answers(review)),
        },
        workspace: { max_tokens: LIMIT },
      });
      const { id } = await stage.createTask();
      await inReview(stage, id);
      const [run] = await stage.board.runs(id);
      const [events = []] = await transcriptsOf(stage, id);
      const told = events.filter((event) => event.type === "usage");
      const calls = events.filter((event) => event.type === "tool_call").length;
      const used = totalOf(run!);
      const asked = totalOf(usedBy(modelCalls(stage)));
      const above = told.find((event) => totalOf(event) >= LIMIT);
      const seconds = secondsBetween(run!.started_at, run!.finished_at!);
      const late = secondsBetween(above!.at, run!.finished_at!);
      rows.push(`| ${[label, used, asked, calls, seconds, late].join(" | ")} |`);

      expect(run).toMatchObject({ status: "cancelled", failure_kind: "max_tokens" });
      expect(run!.is_estimated).toBe(false);
      expect(calls).toBeLessThan(CALLS / 2);
      expect(late).toBeLessThan(10);
      const figures = told.map(totalOf);
      expect(figures).toEqual(figures.toSorted((a, b) => a - b));
      expect(figures[0]).toBeLessThan(LIMIT);
      // All that the model reported, except for an answer still in transit.
      expect(used).toBeLessThanOrEqual(asked);
      expect(used).toBeGreaterThan(asked - 2 * totalOf(usedBy(1)));
      const [said] = await stage.board.comments(id);
      expect(said?.content).toMatch(/^Stopped after \d+ tokens /);
    },
    TEST_MS,
  );

  test.concurrent(
    "a run that ends on its own has the figures of its final report, whatever came before",
    async () => {
      await using stage = await startStage(type, {
        team: { Planner: after([step(1), step(2), step(3)], answers(review)) },
      });
      const { id } = await stage.createTask();
      await inReview(stage, id);
      const runs = await stage.board.runs(id);
      expect(runs.map(({ status }) => status)).toEqual(["succeeded"]);
      expect(sumOf(runs)).toEqual(usedBy(modelCalls(stage)));
      const [events = []] = await transcriptsOf(stage, id);
      const told = events.filter((event) => event.type === "usage");
      expect(told.length).toBeGreaterThan(1);
      expect(told.filter((event) => event.is_estimated !== false)).toEqual([]);
    },
    TEST_MS,
  );
});

describe("OpenCode", () => {
  test.concurrent(
    "a subagent's usage counts while it works, and ends its run",
    async () => {
      const team = {
        Planner: after([{ kind: "calls", tool: "task", input: SUBAGENT }], answers(review)),
      };
      const [play, work] = [castMind(team), followSteps(Array.from({ length: CALLS }, stepAt))];
      await using stage = await startStage("opencode", {
        team,
        mind: (conversation) =>
          (conversation.prompt === SUBAGENT.prompt ? work : play)(conversation),
        workspace: { max_tokens: LIMIT },
      });
      const { id } = await stage.createTask();
      await inReview(stage, id);
      const [run] = await stage.board.runs(id);
      expect(run).toMatchObject({ status: "cancelled", failure_kind: "max_tokens" });
      expect(run!.is_estimated).toBe(false);
      expect(totalOf(run!)).toBeGreaterThanOrEqual(LIMIT);
      expect(run!.cost_usd).toBeGreaterThan(0);
      expect(modelCalls(stage)).toBeLessThan(CALLS / 2);
    },
    TEST_MS,
  );
});

const SUBAGENT = { description: "Steps", prompt: "Take your steps.", subagent_type: "general" };

function totalOf(used: Pick<TranscriptEvent, "input_tokens" | "output_tokens">): number {
  return (used.input_tokens ?? 0) + (used.output_tokens ?? 0);
}

function secondsBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 100) / 10;
}
