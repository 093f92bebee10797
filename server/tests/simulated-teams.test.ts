import { expect, test } from "bun:test";
import type { Task, TaskLog } from "@malamar/contract/task.ts";
import type { Timers } from "#lib/clock.ts";
import { USER } from "#testing/actors.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { rounds } from "#testing/rounds.ts";
import { seededRandom, type Random } from "#testing/seeded-random.ts";
import { scriptedTeam, type Part, type ScriptedRun } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

/**
 * The promise that the loop always stops: teams that behave in every bad way we could think of,
 * under default settings, with nobody there to help. A failure message has the seed, which repeats
 * it.
 */
const TEAMS = rounds(100, 10_000);
const TEAMS_AT_ONCE = 100;
const FIRST_SEED = 20260101;

const CAUSES = [
  "asked for review",
  "everyone skipped",
  "idle_timeout_minutes",
  "max_passes",
  "no_progress",
  "run_timeout_minutes",
];

test(`${TEAMS} simulated teams with random behaviour all come to a stop with a named cause`, async () => {
  const causes = new Map<string, number>();
  for (let first = 0; first < TEAMS; first += TEAMS_AT_ONCE) {
    for (const cause of await simulate(FIRST_SEED + first)) {
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    }
  }
  expect([...causes.values()].reduce((sum, count) => sum + count, 0)).toBe(TEAMS);
  console.log(tableOf(causes));
  // Every way to end must occur, or the simulation is worth nothing.
  expect([...causes.keys()].toSorted()).toEqual(CAUSES);
}, 1_800_000);

async function simulate(firstSeed: number): Promise<string[]> {
  const time = virtualTime();
  const script = scriptedTeam();
  // Without the poll, which finds nothing that the commits have not announced: days pass in a
  // moment.
  const config = { "runner-poll-interval": 24 * 3_600_000 };
  await using app = await createTestApp({ createEngines: script.createEngines, config, ...time });
  await app.startLoop();
  const teams: { seed: number; taskId: Task["id"] }[] = [];
  for (let seed = firstSeed; seed < firstSeed + TEAMS_AT_ONCE; seed++) {
    const random = seededRandom(seed);
    const workspace = app.workspaceService.create(USER, { title: `Team ${seed}` });
    for (let at = 0; at < random.whole(1, 4); at++) {
      const name = `${seed}-${at}`;
      script.parts[name] = randomPart(random, time.timers);
      app.agentService.create(USER, workspace.id, { name, instruction: name });
    }
    teams.push({
      seed,
      taskId: app.taskService.create(USER, workspace.id, { summary: `Task ${seed}` }).id,
    });
  }

  // Fifteen passes, each with four agents that talk for three hours, take less than eight days.
  const LONGEST_MS = 8 * 24 * 3_600_000;
  const unfinished = app.db.query<{ summary: string }, []>(
    "SELECT summary FROM tasks WHERE status != 'in_review'",
  );
  while (unfinished.get()) {
    await settled();
    time.advanceToNext();
    if (time.elapsed() < LONGEST_MS) continue;
    throw new Error(`Never stops: ${JSON.stringify(unfinished.all())}`);
  }
  await settled();
  return teams.map(({ seed, taskId }) => causeOf(seed, app.taskService.logs(taskId, {}).rows));
}

/** As docs/reliability.md says. */
function tableOf(causes: ReadonlyMap<string, number>): string {
  const byCount = [...causes].toSorted(([, a], [, b]) => b - a);
  const rows = byCount.map(([cause, count]) => `| ${cause} | ${count} |`);
  return ["| Cause | Teams |", "| --- | ---: |", ...rows].join("\n");
}

/** Why the loop ended, with its figure where a guard ended it. */
function causeOf(seed: number, logs: readonly TaskLog[]): string {
  const tripped = logs.find((log) => log.event_type === "guard_tripped");
  const lastAnswer = logs.findLast((log) => log.event_type === "agent_finished");
  const cause =
    tripped?.metadata.guard ??
    (lastAnswer?.metadata.action_type === "in_review" ? "asked for review" : "everyone skipped");
  expect(`seed ${seed}: ${CAUSES.includes(cause)}`).toBe(`seed ${seed}: true`);
  if (tripped) expect(tripped.metadata.detail).toMatch(/\d+ .*\(limit \d+\)/);
  const starts = logs.filter((log) => log.event_type === "agent_started");
  const passes = starts.filter((log) => log.actor_id === starts[0]?.actor_id);
  expect(passes.length).toBeLessThanOrEqual(15);
  return cause;
}

function randomPart(random: Random, timers: Timers): Part {
  const behaviour = random.pick([
    "comments forever",
    "quarrels",
    "alternates",
    "fails",
    "fails now and then",
    "hangs",
    "talks forever",
    "writes garbage",
    "works",
    "is done at some point",
    "does anything",
  ] as const);
  let turns = 0;
  const comment = (content: string) => ({ actions: [{ type: "comment", content }] });
  const exits = (code: number) => ({ end: { kind: "exited", code, message: "boom" } as const });
  return async (turn) => {
    turns += 1;
    switch (behaviour) {
      case "comments forever":
        return comment(`Thought number ${turns}`);
      case "quarrels":
        return comment("I disagree.");
      case "alternates":
        return comment(turns % 2 === 0 ? "Yes." : "No.");
      case "fails":
        return exits(1);
      case "fails now and then":
        return random.whole(0, 1) === 0 ? exits(random.whole(1, 3)) : { actions: [] };
      case "hangs":
        await turn.aborted;
        return { actions: [] };
      case "talks forever":
        await talk(turn, timers);
        return { actions: [] };
      case "writes garbage":
        return { text: random.pick(["", "{", "[]", '{"actions":[{"type":"x"}]}']) };
      case "works":
        return turns === 1 ? comment("Done.") : { actions: [{ type: "skip" }] };
      case "is done at some point":
        return turns < random.whole(1, 6)
          ? comment(`Still at it, ${turns}`)
          : { actions: [{ type: "change_status", status: "in_review" }] };
      case "does anything":
        return random.pick([
          () => comment(`Hm, ${random.whole(0, 3)}`),
          () => exits(random.whole(1, 2)),
          () => ({ actions: [] }),
          () => ({ text: "no JSON" }),
        ])();
      default:
        return behaviour satisfies never;
    }
  };
}

const PAUSE_MS = 20 * 60_000;

/** Says something every few minutes, until it is ended. */
async function talk(turn: ScriptedRun, timers: Timers): Promise<void> {
  let callOff = () => {};
  const say = () => {
    turn.tell({ type: "text", text: "Still thinking …" });
    callOff = timers.after(PAUSE_MS, say);
  };
  say();
  await turn.aborted;
  callOff();
}

/** Everything that can happen without time passing has happened. */
async function settled(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds++) await new Promise(setImmediate);
}
