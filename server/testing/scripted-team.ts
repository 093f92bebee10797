import { readFileSync, writeFileSync } from "node:fs";
import type { Briefing } from "@malamar/contract/briefing.ts";
import { CliType } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { endMessage } from "#engines/cli/end-message.ts";
import { engineEndOf } from "#engines/cli/engine-end.ts";
import { writeInput } from "#engines/cli/input-files.ts";
import type { CliEnd } from "#engines/cli/output/cli-end.ts";
import type { Engine } from "#engines/engine.ts";
import type { CreateEngines } from "../src/app/clis.ts";
import { createPlainEngine, type PlainRun } from "./plain-engine.ts";

/** What an agent finds when its turn comes. */
export interface ScriptedRun extends Pick<PlainRun<unknown>, "request" | "tell" | "aborted"> {
  /** The files of a CLI: what it reads, and where its answer goes. */
  inputPath: string;
  outputPath: string;
  /** Its subject: the task, or the person's last message. */
  summary: string;
  /** Its 1st, 2nd … turn since the test began. */
  visit: number;
}

/** The text of the answer file, or an object that becomes it, or another way for the CLI to end. */
type Ending =
  | { actions: object[] }
  | { message: string; actions?: object[] }
  | { text: string }
  | { end: CliEnd };

export type Part = (turn: ScriptedRun) => Ending | Promise<Ending>;

/**
 * Agents that do what the test says, in this process, on simulated CLIs: for tests of the loop
 * rather than of processes. An agent's instruction is the name of its part.
 */
export function scriptedTeam(parts: Record<string, Part> = {}) {
  const visits = new Map<string, number>();
  const played: string[] = [];

  const createEngines: CreateEngines = ({ tempDir }) =>
    forEveryCli((label) => ({
      ...createPlainEngine(label, async ({ request, tell, aborted }) => {
        const { briefing, answer } = request;
        const name = roleIn(briefing);
        const visit = (visits.get(name) ?? 0) + 1;
        visits.set(name, visit);
        played.push(name);
        const part = parts[name];
        if (!part) throw new Error(`Nobody plays "${name}"`);
        const { inputPath, outputPath } = writeInput(request, tempDir);
        const summary = summaryIn(briefing);
        const turn = { request, inputPath, outputPath, summary, visit, tell, aborted };
        const ending = await part(turn);
        if ("end" in ending) return engineEndOf(ending.end, outputPath, answer);
        writeFileSync(outputPath, "text" in ending ? ending.text : JSON.stringify(ending));
        return engineEndOf({ kind: "completed", answer: null }, outputPath, answer);
      }),
      notStarted,
    }));

  return {
    parts,
    /** Who had a turn, in order. */
    played,
    createEngines,
  };
}

export function forEveryCli(engine: (label: string) => Engine): Record<string, Engine> {
  return Object.fromEntries(CliType.options.map((type) => [type, engine(cliLabel(type))]));
}

const notStarted = (reason: string) => endMessage({ kind: "not_started", reason });

/** On a task the instruction is the name of the part; a chat names the agent. */
function roleIn(briefing: Briefing): string {
  if (briefing.kind === "chat") return briefing.agent_name;
  return briefing.kind === "task" ? briefing.role : "";
}

function summaryIn(briefing: Briefing): string {
  if (briefing.kind === "task") return briefing.summary;
  if (briefing.kind === "question") return briefing.text;
  return briefing.messages.findLast(({ role }) => role === "user")?.content ?? "";
}

/** The comments on the task, as the agent reads them. */
export function commentsIn({ request }: ScriptedRun): string[] {
  if (request.briefing.kind !== "task") return [];
  return request.briefing.comments.entries.map(({ content }) => content);
}

/** The file that a CLI reads. */
export const inputOf = ({ inputPath }: ScriptedRun) => readFileSync(inputPath, "utf8");

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
/** A failure of the engine and not of the task. */
export const isNotLoggedIn: Part = () => ({
  end: {
    kind: "exited",
    code: 1,
    message: "Please log in",
    diagnosis: { cause: "not_logged_in", advice: "Log in.", needsUser: true },
  },
});
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
/** Waits at a gate of the test, and then plays its part. */
export const heldAt =
  (gate: { pass: () => Promise<void> }, part: Part): Part =>
  async (turn) => {
    await gate.pass();
    return part(turn);
  };
/** A different part at every turn; the last one for all later turns. */
export const inTurn =
  (...parts: Part[]): Part =>
  (turn) =>
    parts[Math.min(turn.visit, parts.length) - 1]!(turn);

/** A CLI that runs until it must end, and then ends in its own way. */
export function endsItsOwnWay(end: () => CliEnd | Promise<CliEnd>): CreateEngines {
  const engine = (label: string): Engine => ({
    label,
    notStarted,
    previewInput: () => "",
    async *run({ cwd, signal, answer }) {
      yield [{ type: "started", pid: null, cwd }];
      const { promise: aborted, resolve } = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (!signal.aborted) await aborted;
      return { ...engineEndOf(await end(), "", answer), sessionId: null };
    },
  });
  return () => forEveryCli(engine);
}
