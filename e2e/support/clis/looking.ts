import { expect } from "bun:test";
import { USAGE } from "@malamar/scripted-model/usage.ts";
import type { Run, TranscriptEvent } from "../board.ts";
import { until } from "../until.ts";
import type { Stage } from "./stage.ts";

/** Some CLIs retry for more than a minute, and take longer when others run too. */
export const RUN_MS = 240_000;

/** All runs of a task once this many have ended. */
export async function endedRuns(stage: Stage, taskId: string, count = 1): Promise<Run[]> {
  return await until(
    async () => {
      const runs = await stage.board.runs(taskId);
      const ended = runs.filter(({ status }) => status !== "running");
      return ended.length >= count ? ended : null;
    },
    `${count} run(s) of the task have ended. The server says:\n${stage.malamar.output()}`,
    RUN_MS,
  );
}

export async function inReview(stage: Stage, taskId: string): Promise<void> {
  await until(
    async () => (await stage.board.task(taskId)).status === "in_review",
    `the task is In Review. The server says:\n${stage.malamar.output()}`,
    RUN_MS,
  );
}

export async function transcriptsOf(stage: Stage, taskId: string): Promise<TranscriptEvent[][]> {
  const runs = await stage.board.runs(taskId);
  return await Promise.all(runs.map(({ id }) => stage.board.transcript(id)));
}

export async function expectEveryLineUnderstood(stage: Stage, taskId: string): Promise<void> {
  expectUnderstood((await transcriptsOf(stage, taskId)).flat());
}

/** A CLI that has changed its format prints something new: this names the line. */
export function expectUnderstood(events: readonly TranscriptEvent[]): void {
  const raw = events.flatMap(({ type, line }) => (type === "raw" ? line : []));
  expect(raw).toEqual([]);
}

/** The model's total usage, as runs should report it. */
export function usedBy(calls: number) {
  return {
    input_tokens: calls * USAGE.input,
    cached_tokens: calls * USAGE.cached,
    output_tokens: calls * USAGE.output,
  };
}

export function sumOf(runs: readonly Run[]) {
  const sum = (key: "input_tokens" | "cached_tokens" | "output_tokens") =>
    runs.reduce((total, run) => total + (run[key] ?? Number.NaN), 0);
  return {
    input_tokens: sum("input_tokens"),
    cached_tokens: sum("cached_tokens"),
    output_tokens: sum("output_tokens"),
  };
}

export function modelCalls(stage: Stage): number {
  return stage.model.requests.filter(({ model }) => model !== null).length;
}
