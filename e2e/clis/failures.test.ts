import { describe, expect, test } from "bun:test";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { Answer } from "@malamar/scripted-model/mind.ts";
import type { Part } from "../support/clis/cast.ts";
import { KNOWN, TEST_MS } from "../support/clis/known.ts";
import { endedRuns, expectEveryLineUnderstood } from "../support/clis/looking.ts";
import { until } from "../support/until.ts";
import { startStage, type Stage, type StageOptions } from "../support/clis/stage.ts";

interface Expected {
  kind: string;
  /** How the task's comment begins. */
  says: RegExp;
  /** What it advises. */
  advises: RegExp;
}

/** Runs a task whose first run fails, and checks everything that a person sees of it. */
async function expectFailure(
  type: (typeof CLIS)[number]["type"],
  options: StageOptions,
  { kind, says, advises }: Expected,
  look: (stage: Stage, taskId: string) => Promise<void> = expectBackoff,
): Promise<void> {
  const { impatient } = KNOWN[type];
  await using stage = await startStage(type, {
    ...options,
    env: { ...impatient.env, ...options.env },
    files: { ...impatient.files, ...options.files },
  });
  const { id } = await stage.createTask();
  const [run] = await endedRuns(stage, id);
  const [comment] = await stage.board.comments(id);
  expect({ ...run, said: comment?.content }).toMatchObject({
    status: "failed",
    failure_kind: kind,
    said: expect.stringMatching(says),
  });
  const transcript = await stage.board.transcript(run!.id);
  const notices = transcript.filter((event) => event.type === "notice");
  expect(notices.at(-1)?.text).toMatch(advises);
  expect(transcript.at(-1)).toMatchObject({ type: "finished", status: "failed" });
  await expectEveryLineUnderstood(stage, id);
  await look(stage, id);
  await stage.board.deleteTask(id);
}

async function expectBackoff({ board }: Stage, taskId: string): Promise<void> {
  const task = await board.task(taskId);
  // By now it may have failed again, or even be running again.
  expect(["backoff", null]).toContain(task.wait_reason);
  expect(task.status).toBe("in_progress");
}

const fails = (failure: Answer): StageOptions => ({ team: { Planner: () => [failure] } });
const BY_ITSELF = /Malamar retries automatically/;

describe.each(CLIS)("$label", ({ type, label }) => {
  const known = KNOWN[type];
  const scenario = (name: string, run: () => Promise<void>) => test.concurrent(name, run, TEST_MS);

  scenario("not installed", async () => {
    const nowhere = { ...fails({ kind: "hangs" }), binary_path: "/nowhere/cli" };
    await using stage = await startStage(type, nowhere);
    const { id } = await stage.createTask();
    const isWaiting = async () => (await stage.board.task(id)).wait_reason === "engine";
    await until(isWaiting, "the task waits for its program", TEST_MS);
    const [comment] = await stage.board.comments(id);
    expect(comment?.content).toStartWith(
      `CLI could not be started: Binary not found at /nowhere/cli\n\nInstall ${label} (npm install -g `,
    );
    expect(await stage.board.runs(id)).toEqual([]);
  });

  scenario("never logged in", () =>
    expectFailure(
      type,
      { ...fails({ kind: "says", text: "Who are you?" }), ...known.loggedOut },
      {
        kind: "not_logged_in",
        says: /^CLI (exited with code \d+|reported an error)/,
        advises: new RegExp(`${label} is not logged in`),
      },
    ),
  );

  scenario("a login that is refused (401)", () =>
    expectFailure(type, fails({ kind: "fails", status: 401 }), {
      kind: "not_logged_in",
      says: /^CLI (exited with code \d+|reported an error)/,
      advises: new RegExp(`${label} is not logged in`),
    }),
  );

  scenario("a model that does not exist", () =>
    expectFailure(
      type,
      { ...fails(known.badModel), model: known.wrongModel },
      {
        kind: "bad_model",
        says: /^CLI (exited with code \d+|reported an error)/,
        advises: new RegExp(`${label} cannot get the model "${known.wrongModel}"`),
      },
    ),
  );

  scenario("a limit that says when it ends", () => {
    const { seconds, within, answer } = known.limit;
    return expectFailure(
      type,
      { team: { Planner: () => [answer(seconds)] } },
      {
        kind: "quota",
        says: new RegExp(`^${label} quota reached, resumes at `),
        advises: /^Malamar waits until /,
      },
      async ({ board }, taskId) => {
        const [run] = await board.runs(taskId);
        const [said] = await board.comments(taskId);
        const resumes = /resumes at (\S+Z)\./.exec(said?.content ?? "")?.[1] ?? "";
        const waits = (Date.parse(resumes) - Date.parse(run?.finished_at ?? "")) / 1000;
        expect(Math.abs(waits - seconds)).toBeLessThan(within);
      },
    );
  });

  scenario("a limit that does not say when it ends (429)", () =>
    expectFailure(type, fails(known.throttled), {
      kind: "quota",
      says: /^CLI (exited with code \d+|reported an error)/,
      advises: BY_ITSELF,
    }),
  );

  scenario("an overloaded service", () =>
    expectFailure(type, fails(known.overloaded), {
      kind: "overloaded",
      says: /^CLI (exited with code \d+|reported an error)/,
      advises: BY_ITSELF,
    }),
  );

  scenario("a network that is down", () =>
    expectFailure(
      type,
      { ...fails({ kind: "hangs" }), modelUrl: "http://127.0.0.1:9" },
      {
        kind: "network",
        says: /^CLI (exited with code \d+|reported an error)/,
        advises: BY_ITSELF,
      },
    ),
  );

  scenario("a stream that is cut", () =>
    expectFailure(
      type,
      { ...fails({ kind: "cuts" }), mind: () => ({ kind: "cuts" }) },
      {
        kind: "network",
        says: /^CLI (exited with code \d+|reported an error)/,
        advises: BY_ITSELF,
      },
    ),
  );

  const { refusing } = known;
  if (refusing) {
    scenario("a denied permission", () =>
      expectFailure(
        type,
        { team: { Planner: refusing.part }, files: refusing.files },
        { kind: "permission_refused", says: /^CLI /, advises: new RegExp(`${label} refused`) },
      ),
    );
  }

  scenario("an answer that is not JSON", () => {
    const babbles: Part = ({ outputPath }) => [
      { kind: "runs", command: `echo All done > '${outputPath}'` },
      { kind: "says", text: "Done." },
    ];
    return expectFailure(
      type,
      { team: { Planner: babbles } },
      {
        kind: "output_not_json",
        says: /^CLI output was not valid JSON: /,
        advises: BY_ITSELF,
      },
    );
  });

  scenario("an answer that never comes", () =>
    expectFailure(
      type,
      { team: { Planner: () => [{ kind: "says", text: "I am done." }] } },
      {
        kind: "output_missing",
        says: /^CLI completed but output file was not created at /,
        advises: BY_ITSELF,
      },
    ),
  );
});
