import { expect, test } from "bun:test";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { untilInReview } from "#testing/directory-work.ts";
import { createLockableApp } from "#testing/lockable-app.ts";
import { gate } from "#testing/loop-app.ts";
import { fails, inTurn, isNotLoggedIn, skip, type Part } from "#testing/scripted-team.ts";
import {
  advance,
  createTroubledApp,
  FIRST_WAIT,
  isWaiting,
  rows,
  SECOND,
} from "#testing/troubled-app.ts";
import { virtualTime } from "#testing/virtual-time.ts";

// What a try of a broken engine shows, and when one is due.

const afterThreeFailures = (...parts: Part[]) =>
  inTurn(isNotLoggedIn, isNotLoggedIn, isNotLoggedIn, ...parts);

const MODEL_WORD = { type: "text", text: "Let me see." } as const;

/** Its model answers before the part is played. */
const alive =
  (part: Part): Part =>
  (turn) => {
    turn.tell(MODEL_WORD);
    return part(turn);
  };

const killed: Part = () => ({ end: { kind: "killed", signal: "SIGKILL" } });

const ALL_IN_REVIEW = Array(20).fill("in_review");
const statuses = async (app: Parameters<typeof rows>[0]) =>
  (await rows(app)).map(({ status }) => status);

test("a try whose model answers releases the others before it ends", async () => {
  const door = gate();
  const Planner = afterThreeFailures(
    alive(async (turn) => {
      await door.pass();
      return skip(turn);
    }),
    skip,
  );
  await using app = await createTroubledApp({ team: { Planner }, others: { Other: skip } });
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Other", instruction: "Other" });
  app.time.advance(FIRST_WAIT);
  await door.reached;
  const task = await app.createTask({}, other);
  await untilInReview(app, task.id);
  expect((await rows(app)).filter(isWaiting)).toEqual([]);
  door.open();
  await app.taskWorkers.drain();
  expect(await statuses(app)).toEqual(ALL_IN_REVIEW);
});

test("a chat whose model answers does the same", async () => {
  const Helper = alive((turn) => turn.aborted.then(() => ({ message: "" })));
  await using app = await createTroubledApp({ others: { Helper } });
  const helper = await app.hire("Helper");
  app.script.parts["Planner"] = skip;
  const chat = await app.call<{ id: string }>("POST", `/api/workspaces/${app.workspace.id}/chats`, {
    body: { agent_id: helper.id },
  });
  await app.call("POST", `/api/chats/${chat.body.id}/messages`, { body: { message: "Hello" } });
  while ((await rows(app)).some(isWaiting)) await new Promise(setImmediate);
  await app.call("POST", `/api/chats/${chat.body.id}/cancel`);
});

test("an engine whose model answers and that then fails waits again after one failure", async () => {
  const Planner = afterThreeFailures(alive(isNotLoggedIn));
  await using app = await createTroubledApp({ team: { Planner } });
  await advance(app, FIRST_WAIT);
  expect(app.script.played).toHaveLength(4);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(20);
});

test.each([
  ["is killed", killed],
  ["fails for a reason that nobody knows", fails(1, "boom")],
])("a try that %s proves nothing: the others wait for the next one", async (_, ends) => {
  await using app = await createTroubledApp({ team: { Planner: afterThreeFailures(ends, skip) } });
  await advance(app, FIRST_WAIT);
  expect(app.script.played).toHaveLength(4);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(19);
  await advance(app, FIRST_WAIT);
  expect(await statuses(app)).toEqual(ALL_IN_REVIEW);
});

test("a try that fails after its model has answered ends the wait, and the row of failures", async () => {
  const Planner = afterThreeFailures(alive(fails(1, "boom")), isNotLoggedIn, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  await advance(app, FIRST_WAIT);
  expect((await rows(app)).filter(isWaiting)).toEqual([]);
});

test("a try without any output is followed by a pause, even if nobody had waited for it", async () => {
  const Planner = afterThreeFailures(killed);
  await using app = await createTroubledApp({ team: { Planner }, tasks: 3 });
  for (const id of app.ids) await app.call("DELETE", `/api/tasks/${id}`);
  await advance(app, FIRST_WAIT);
  await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    for (let at = 0; at < 3; at++) await app.createTask();
  });
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(4);
  expect((await rows(app)).filter(isWaiting)).toHaveLength(2);
});

test("a try that a person ends is followed by another one", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const Planner = afterThreeFailures(async (turn) => {
    begin();
    await turn.aborted;
    return { actions: [] };
  }, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  app.time.advance(FIRST_WAIT);
  await begun;
  const tried = (await rows(app)).find(({ is_processing }) => is_processing);
  await app.cancel(tried!.id);
  await advance(app, FIRST_WAIT);
  expect((await rows(app)).map(({ status }) => status)).toEqual(Array(20).fill("in_review"));
});

test("setting the clock back by hours does not delay the next try", async () => {
  const time = virtualTime();
  let putBack = 0;
  await using app = await createTroubledApp({
    team: { Planner: afterThreeFailures(skip) },
    others: { Other: skip },
    time,
    clock: () => new Date(Date.parse(time.clock()) - putBack).toISOString(),
  });
  await advance(app, 2 * SECOND);
  putBack = 5 * 3600 * SECOND;
  // Ending its work now checks the clock for what comes next.
  const other = await app.createWorkspace({ title: "Other" });
  await app.createAgent(other.id, { name: "Other", instruction: "Other", cli_type: "codex" });
  await app.createTask({}, other);
  await app.taskWorkers.drain();
  await advance(app, 2 * SECOND);
  await advance(app, 15 * 60 * SECOND);
  expect(await statuses(app)).toEqual(ALL_IN_REVIEW);
});

test("the poll makes up for a try that cannot be written", async () => {
  await using app = await createLockableApp(() => ({ Planner: afterThreeFailures(skip) }));
  await app.taskWorkers.whileHeld(app.workspace.id, async () => {
    for (let at = 0; at < 20; at++) await app.createTask();
  });
  await app.taskWorkers.drain();
  await advance(app, 2 * SECOND);
  app.lock();
  app.time.advance(FIRST_WAIT);
  app.unlock();
  await advance(app, SECOND);
  expect(await statuses(app)).toEqual(ALL_IN_REVIEW);
});

test("a comment on a task that waits for a broken engine does not end its quota", async () => {
  await using app = await createTroubledApp();
  const resets_at = "2026-01-01T05:00:00.000Z";
  app.db.run("INSERT INTO cli_quotas (cli_type, resets_at) VALUES ('claude', ?)", [resets_at]);
  const waiting = (await rows(app)).find(isWaiting)!;
  await app.comment(waiting.id, "Continue");
  await app.taskWorkers.drain();
  expect(await app.task(waiting.id)).toMatchObject({ wait_reason: "quota", retry_at: resets_at });
});

/** Of Claude Code, while all others are there. */
function healthWith(status: CliHealth["status"], version = "1.0.0"): CliHealth[] {
  return CLIS.map(({ type, label }) => ({
    cli_type: type,
    label,
    status: type === "claude" ? status : "healthy",
    path: `/usr/bin/${type}`,
    version,
    error: null,
    advice: null,
    checked_at: "2026-01-01T00:00:00.000Z",
    answered_at: null,
    install_command: null,
    withheld_env: [],
  }));
}

const cannotStart: Part = () => ({
  end: { kind: "not_started", reason: "ENOEXEC", isOfEngine: true },
});
const isMissing: Part = () => ({
  end: {
    kind: "not_started",
    reason: "Binary not found in PATH",
    diagnosis: { cause: "not_installed", advice: "Install it.", needsUser: false },
  },
});

test.each([
  ["that is missing", isMissing, "not installed"],
  ["that cannot be started", cannotStart, "cannot be started"],
])("a program %s is tried when it appears", async (_, part, detail) => {
  const Planner = inTurn(part, part, part, skip);
  await using app = await createTroubledApp({ team: { Planner } });
  expect((await rows(app)).find(isWaiting)).toMatchObject({ wait_detail: detail });
  app.bus.publish({ type: "cli.health_changed", clis: healthWith("unhealthy") });
  app.bus.publish({ type: "cli.health_changed", clis: healthWith("healthy") });
  await advance(app, 2 * SECOND);
  expect(await statuses(app)).toEqual(ALL_IN_REVIEW);
});

test("an installed program that cannot be started is not retried because another one changed", async () => {
  await using app = await createTroubledApp({ team: { Planner: cannotStart } });
  await advance(app, 2 * SECOND);
  for (const version of ["1.0.0", "1.0.1", "1.0.2"]) {
    app.bus.publish({ type: "cli.health_changed", clis: healthWith("healthy", version) });
    app.bus.publish({ type: "cli.health_changed", clis: healthWith("slow", version) });
  }
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(3);
});
