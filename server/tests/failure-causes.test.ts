import { expect, test } from "bun:test";
import type { CliHealth } from "@malamar/contract/cli.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { diagnosisOf, type FailureCause } from "#engines/diagnosis.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp, type LoopApp } from "#testing/loop-app.ts";
import { inTurn, says, skip, type Part } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const LOGIN = { label: "Claude Code", model: null, logIn: "Run claude and type /login." } as const;

/** A CLI that says why it cannot work. */
const failsFor =
  (cause: FailureCause): Part =>
  () => ({
    end: { kind: "exited", code: 1, message: "no", diagnosis: diagnosisOf(cause, LOGIN) },
  });

async function transcriptOf(app: LoopApp, taskId: string): Promise<TranscriptEvent[]> {
  const [run] = await app.runs(taskId);
  return app.get<TranscriptEvent[]>(`/api/runs/${run!.id}/transcript`);
}

const BY_ITSELF = "Malamar retries automatically, at growing intervals.";

test.each<[FailureCause, string]>([
  [
    "not_installed",
    `Install Claude Code, or set the path of its program in the settings. ${BY_ITSELF}`,
  ],
  [
    "not_logged_in",
    "Claude Code is not logged in, or its login is no longer accepted. Run claude and type /login.",
  ],
  [
    "no_credit",
    "The account of Claude Code has no credit left, or its plan does not include this. Add credit or change the plan with its provider.",
  ],
  [
    "bad_model",
    "Claude Code is set to use a model that is not available to it. Choose another one in the agent's settings or in those of Claude Code.",
  ],
  [
    "quota",
    `Claude Code has reached a limit of its provider and does not say when it resets. ${BY_ITSELF}`,
  ],
  ["overloaded", `The service behind Claude Code is overloaded or down. ${BY_ITSELF}`],
  [
    "network",
    `Claude Code cannot reach its model. Check the network, and the proxy or base URL if one is set. ${BY_ITSELF}`,
  ],
  [
    "permission_refused",
    "Claude Code refused something the agent had to do. Look for a rule in its own configuration, or in that of the project, that denies tools or directories.",
  ],
])("%s is reported with what to do, on the task and in the transcript", async (cause, advice) => {
  await using app = await createLoopApp({ team: { Planner: failsFor(cause) } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect(await app.said(task.id)).toEqual([`System: CLI exited with code 1. no\n\n${advice}`]);
  expect((await app.runs(task.id))[0]).toMatchObject({ failure_kind: cause, exit_code: 1 });
  expect((await transcriptOf(app, task.id)).at(-2)).toMatchObject({ type: "notice", text: advice });
  expect(await app.task(task.id)).toMatchObject({ status: "in_progress", wait_reason: "backoff" });
});

test("advice about a model names the agent's model", () => {
  const { advice } = diagnosisOf("bad_model", { label: "Codex CLI", model: "gpt-9" });
  expect(advice).toBe(
    `Codex CLI cannot get the model "gpt-9". Correct it in the agent's settings, or leave it empty for the CLI's own choice.`,
  );
});

test.each<[string, Part]>([
  ["a CLI that was killed", () => ({ end: { kind: "killed", signal: "SIGKILL" } })],
  ["an invalid answer", () => ({ text: "All done!" })],
])("%s: what to do is in the transcript", async (_case, part) => {
  await using app = await createLoopApp({ team: { Planner: part } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  expect((await transcriptOf(app, task.id)).at(-2)).toMatchObject({
    type: "notice",
    text: expect.stringContaining(BY_ITSELF),
  });
});

test("a refused permission explains a missing answer", async () => {
  const refused = diagnosisOf("permission_refused", LOGIN);
  const part: Part = () => ({ end: { kind: "completed", answer: null, refused } });
  await using app = await createLoopApp({ team: { Planner: part } });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  const [said] = await app.said(task.id);
  expect(said).toStartWith("System: CLI completed but output file was not created at ");
  expect(said).toEndWith(refused.advice);
  expect((await app.runs(task.id))[0]!.failure_kind).toBe("permission_refused");
});

test.each<FailureCause>(["bad_model", "permission_refused"])(
  "%s: after a quarter of an hour a person is asked, and their comment allows another quarter",
  async (cause) => {
    const time = virtualTime();
    await using app = await createLoopApp({ team: { Planner: failsFor(cause) }, ...time });
    const task = await app.createTask();
    // At 0, 1, 3, 7 … 511 and 1023 seconds.
    for (const tries of [11, 22]) {
      while ((await app.task(task.id)).status !== "in_review") {
        await app.taskWorkers.drain();
        time.advanceToNext();
      }
      expect(app.script.played).toHaveLength(tries);
      const { advice } = diagnosisOf(cause, LOGIN);
      expect((await app.said(task.id)).at(-1)).toBe(
        `System: Stopped after 11 failed attempts in 17 minutes (limit 15 minutes). Retrying won't fix this. ${advice} Then comment, or move the task to Todo.`,
      );
      await app.comment(task.id, "Try again");
    }
  },
);

test("two failures with a night between them are no reason to ask a person", async () => {
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: failsFor("bad_model") },
    config: { "runner-poll-interval": 24 * 3_600_000 },
    ...time,
  });
  const task = await app.createTask();
  await app.taskWorkers.drain();
  time.advance(8 * 3_600_000);
  await app.taskWorkers.drain();
  expect(app.script.played).toHaveLength(2);
  expect((await app.task(task.id)).status).toBe("in_progress");
});

test("a model that comes back in between is no reason to stop", async () => {
  const time = virtualTime();
  const withoutModel = failsFor("bad_model");
  const tenTimes = Array.from({ length: 10 }, () => withoutModel);
  const part = inTurn(...tenTimes, says("Here"), ...tenTimes.slice(0, 3), skip);
  await using app = await createLoopApp({ team: { Planner: part }, ...time });
  const task = await app.createTask();
  while ((await app.task(task.id)).status !== "in_review") {
    await app.taskWorkers.drain();
    time.advanceToNext();
  }
  expect(app.script.played).toHaveLength(15);
  expect((await app.said(task.id)).join()).not.toContain("needs_user");
});

test.each<[string, Part]>([
  ["answers", skip],
  ["answers badly", () => ({ text: "All done!" })],
])("a run shows that a CLI is logged out, and one that %s that it is back", async (_how, then) => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  const time = virtualTime();
  await using app = await createLoopApp({
    team: { Planner: inTurn(failsFor("not_logged_in"), then) },
    environment: { PATH: `${dir.path}:/bin` },
    ...time,
  });
  const claude = async () => (await app.get<CliHealth[]>("/api/health/cli"))[0]!;
  expect(await claude()).toMatchObject({ status: "healthy", answered_at: null });
  await app.createTask();
  await app.taskWorkers.drain();
  expect(await claude()).toMatchObject({
    status: "unhealthy",
    error: "CLI exited with code 1. no",
    advice: diagnosisOf("not_logged_in", LOGIN).advice,
    version: "2.1.325",
  });
  expect(app.published.at(-1)!.type).toBe("cli.health_changed");
  // The program is still there, which says nothing about its login.
  await app.cliHealth.refresh();
  expect((await claude()).status).toBe("unhealthy");
  time.advance(1000);
  await app.taskWorkers.drain();
  expect(await claude()).toMatchObject({
    status: "healthy",
    error: null,
    advice: null,
    answered_at: "2026-01-01T00:00:01.000Z",
  });
});

test("the pages learn that a CLI's model has answered, but not of every answer", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  await using app = await createLoopApp({
    team: { Planner: skip },
    environment: { PATH: `${dir.path}:/bin` },
  });
  await app.cliHealth.refresh();
  const told = () =>
    app.published.flatMap((event) => (event.type === "cli.health_changed" ? [event.clis[0]] : []));
  const earlier = told().length;
  await app.createTask();
  await app.taskWorkers.drain();
  expect(told().slice(earlier)).toEqual([(await app.get<CliHealth[]>("/api/health/cli"))[0]]);
  expect(told().at(-1)!.answered_at).toBeString();
  await app.createTask();
  await app.taskWorkers.drain();
  expect(told()).toHaveLength(earlier + 1);
});

test("a login that one model lacks says nothing about the CLI", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "claude", "echo 2.1.325");
  await using app = await createLoopApp({
    team: { Planner: failsFor("not_logged_in") },
    environment: { PATH: `${dir.path}:/bin` },
  });
  await app.call("PUT", `/api/agents/${app.agents[0]!.id}`, { body: { model: "other/model" } });
  await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.get<CliHealth[]>("/api/health/cli"))[0]!.status).toBe("healthy");
});
