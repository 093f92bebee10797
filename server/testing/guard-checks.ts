import { expect } from "bun:test";
import type { AttentionItem, GuardName } from "@malamar/contract/task.ts";
import type { LoopApp } from "./loop-app.ts";
import type { Part } from "./scripted-team.ts";

export const uses =
  (figures: { tokens?: number; cost?: number }, part: Part): Part =>
  (turn) => {
    turn.tell({
      type: "usage",
      input_tokens: figures.tokens ?? null,
      output_tokens: 0,
      cached_tokens: null,
      cost_usd: figures.cost ?? null,
    });
    return part(turn);
  };

export async function expectTripped(
  app: LoopApp,
  taskId: string,
  guard: GuardName,
  detail: string,
) {
  expect(await app.task(taskId)).toMatchObject({
    status: "in_review",
    is_processing: false,
    retry_at: null,
  });
  const logs = await app.logs(taskId);
  expect(logs.find((log) => log.event_type === "guard_tripped")).toMatchObject({
    actor_type: "system",
    metadata: { guard, detail },
  });
  const said = await app.said(taskId);
  expect(said.at(-1)).toStartWith(`System: Stopped after ${detail}. Comment `);
  const [waiting] = await app.get<AttentionItem[]>("/api/attention");
  expect(waiting).toMatchObject({ guard, detail: expect.stringContaining(detail) });
}

export async function untilPlayed(app: Pick<LoopApp, "script">, turns: number): Promise<void> {
  while (app.script.played.length < turns) await new Promise(setImmediate);
  await settled();
}

/** Everything that can happen without time passing has happened. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
}
