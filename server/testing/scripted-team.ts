import { readFileSync, writeFileSync } from "node:fs";
import { CliType } from "@malamar/contract/cli.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Engine, EngineEnd, RunRequest } from "#engines/engine.ts";

/** What an agent finds when its turn comes. */
export interface ScriptedRun {
  request: RunRequest;
  signal: AbortSignal;
  /** The file that was written for it. */
  input: string;
  /** Its 1st, 2nd … turn since the test began. */
  visit: number;
  /** Tells something in the transcript. */
  tell: (...events: NewTranscriptEvent[]) => void;
  /** Resolves when the run shall end. */
  aborted: Promise<void>;
}

/** The text of the answer file, or an object that becomes it, or how the engine ends otherwise. */
type Ending =
  | { actions: object[] }
  | { message: string; actions?: object[] }
  | { text: string }
  | { end: EngineEnd };

export type Part = (turn: ScriptedRun) => Ending | Promise<Ending>;

/**
 * Agents that do what the test says, in this process: for what is about the loop and not about
 * processes. An agent's instruction is the name of its part.
 */
export function scriptedTeam(parts: Record<string, Part> = {}) {
  const visits = new Map<string, number>();
  const played: string[] = [];

  const engine = (type: CliType): Engine => ({
    type,
    async *run(request, signal) {
      if (signal.aborted) return { kind: "aborted", sessionId: null };
      const input = readFileSync(request.inputPath, "utf8");
      const name = roleIn(input);
      const visit = (visits.get(name) ?? 0) + 1;
      visits.set(name, visit);
      played.push(name);
      yield [{ type: "started", pid: null, cwd: request.cwd }];
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      const part = parts[name];
      if (!part) throw new Error(`Nobody plays "${name}"`);
      const told = createTold();
      const turn = { request, signal, input, visit, tell: told.tell, aborted };
      const ended = Promise.race([part(turn), aborted]).finally(told.end);
      yield* told.batches();
      const ending = await ended;
      const isAborted = ending === undefined || signal.aborted;
      return { ...engineEnd(isAborted ? "aborted" : ending, request), sessionId: null };
    },
  });

  return {
    parts,
    /** Who had a turn, in order. */
    played,
    engines: Object.fromEntries(CliType.options.map((type) => [type, engine(type)])) as Record<
      CliType,
      Engine
    >,
  };
}

/** Hands on what is told, in batches, until the end. */
function createTold() {
  const told: NewTranscriptEvent[] = [];
  const state = { isOver: false, wake: () => {} };
  return {
    tell: (...events: NewTranscriptEvent[]) => {
      told.push(...events);
      state.wake();
    },
    end: () => {
      state.isOver = true;
      state.wake();
    },
    async *batches(): AsyncGenerator<NewTranscriptEvent[]> {
      for (;;) {
        if (told.length > 0) yield told.splice(0);
        else if (state.isOver) return;
        else await new Promise<void>((resolve) => (state.wake = resolve));
      }
    },
  };
}

function engineEnd(ending: Ending | "aborted", { outputPath }: RunRequest): EngineEnd {
  if (ending === "aborted") return { kind: "aborted" };
  if ("end" in ending) return ending.end;
  writeFileSync(outputPath, "text" in ending ? ending.text : JSON.stringify(ending));
  return { kind: "completed", answer: null };
}

/** On a task the instruction is the name of the part; in a chat the agent is named. */
function roleIn(input: string): string {
  const inChat = /^## Chat Metadata\n\n- .*\n- .*\n- Agent: (.*)$/m.exec(input)?.[1];
  return inChat ?? /^# Your Role\n\n([\s\S]*?)\n\n## Other Agents/m.exec(input)?.[1] ?? "";
}

export const skip: Part = () => ({ actions: [{ type: "skip" }] });
export const says =
  (content: string): Part =>
  () => ({ actions: [{ type: "comment", content }] });
export const asksForReview: Part = () => ({
  actions: [{ type: "change_status", status: "in_review" }],
});
export const fails =
  (code: number, message: string | null = null): Part =>
  () => ({ end: { kind: "exited", code, message } });
export const hangs: Part = async ({ aborted }) => {
  await aborted;
  return { actions: [] };
};
let thoughts = 0;
/** Never the same twice. */
export const saysSomethingNew: Part = (turn) => says(`Thought ${++thoughts}`)(turn);
/** By the virtual clock, which starts with the year 2026. */
export const IN_TWO_HOURS = "2026-01-01T02:00:00.000Z";
export const hitsQuota =
  (resetsAt = IN_TWO_HOURS): Part =>
  () => ({
    end: { kind: "quota", resetsAt, message: "usage limit reached", code: 1 },
  });
/** Waits before a gate of the test, and then plays its part. */
export const heldAt =
  (gate: { pass: () => Promise<void> }, part: Part): Part =>
  async (turn) => {
    await gate.pass();
    return part(turn);
  };
/** A different part at every turn; the last one for all that follow. */
export const inTurn =
  (...parts: Part[]): Part =>
  (turn) =>
    parts[Math.min(turn.visit, parts.length) - 1]!(turn);

/** A CLI that lives until it shall end, and then ends in its own way. */
export function endsItsOwnWay(end: () => EngineEnd | Promise<EngineEnd>): Record<CliType, Engine> {
  const engine = (type: CliType): Engine => ({
    type,
    async *run({ cwd }, signal) {
      yield [{ type: "started", pid: null, cwd }];
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (!signal.aborted) await aborted;
      return { ...(await end()), sessionId: null };
    },
  });
  return Object.fromEntries(CliType.options.map((type) => [type, engine(type)])) as Record<
    CliType,
    Engine
  >;
}
