import { describe, expect, test } from "bun:test";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import type { TranscriptEvent } from "../support/board.ts";
import { after, answers, comment, firstThen, review, skip } from "../support/clis/cast.ts";
import { KNOWN, TEST_MS } from "../support/clis/known.ts";
import {
  endedRuns,
  expectEveryLineUnderstood,
  inReview,
  modelCalls,
  sumOf,
  transcriptsOf,
  usedBy,
} from "../support/clis/looking.ts";
import { startStage } from "../support/clis/stage.ts";

describe.each(CLIS)("$label", ({ type }) => {
  const known = KNOWN[type];

  test.concurrent(
    "a pass with a comment, a skip and a request for review",
    async () => {
      await using stage = await startStage(type, {
        team: {
          Planner: firstThen(
            after([LOOKS], answers(comment("A plan with “quotes”, ünïcode and 日本語"))),
            answers(skip),
          ),
          Reviewer: firstThen(answers(skip), answers(comment("Good"), review)),
        },
      });
      const { id } = await stage.createTask();
      await inReview(stage, id);
      await expectEveryLineUnderstood(stage, id);
      const said = await stage.board.comments(id);
      expect(said.map(({ author_name, content }) => `${author_name}: ${content}`)).toEqual([
        "Planner: A plan with “quotes”, ünïcode and 日本語",
        "Reviewer: Good",
      ]);
      const runs = await stage.board.runs(id);
      expect(runs.map(({ agent_name, status }) => `${agent_name} ${status}`)).toEqual([
        "Planner succeeded",
        "Reviewer succeeded",
        "Planner succeeded",
        "Reviewer succeeded",
      ]);
      const [first = []] = await transcriptsOf(stage, id);
      expectToTellWhatHappened(first, known.showsThinking);
      for (const run of runs) expect(run.cli_session_id).toMatch(/^\S{8,}$/);
      expect(sumOf(runs)).toEqual(usedBy(modelCalls(stage)));
      for (const { cost_usd } of runs) {
        if (known.tellsCost) expect(cost_usd).toBeGreaterThan(0);
        else expect(cost_usd).toBeNull();
      }
      // Both made as many calls: a run's usage contains nothing of an earlier run.
      expect(runs[2]!.cost_usd).toBe(runs[1]!.cost_usd);
    },
    TEST_MS,
  );

  test.concurrent(
    "an answer that is printed instead of written counts where the CLI returns answers",
    async () => {
      const returns = () => [{ kind: "returns", value: { actions: [review] } } as const];
      await using stage = await startStage(type, { team: { Planner: returns } });
      const { id } = await stage.createTask();
      const [run] = await endedRuns(stage, id);
      expect(run).toMatchObject(
        known.returnsAnswers
          ? { status: "succeeded" }
          : { status: "failed", failure_kind: "output_missing" },
      );
      await expectEveryLineUnderstood(stage, id);
    },
    TEST_MS,
  );

  test.concurrent(
    "a written file is reported, and nothing of the user's configuration changes",
    async () => {
      const path = "new.md";
      await using stage = await startStage(type, {
        team: {
          Planner: (briefing) => [
            { kind: "writes", path: join(briefing.cwd, path), content: "Hello\n" },
            ...answers(review)(briefing),
          ],
        },
      });
      const { files } = INSTALLED_CLIS[type].atModel({ url: stage.model.url, home: stage.cliHome });
      const { id, working_directory } = await stage.createTask();
      await inReview(stage, id);
      const file = join(working_directory, path);
      expect(readFileSync(file, "utf8")).toBe("Hello\n");
      const [events = []] = await transcriptsOf(stage, id);
      expect(events).toContainEqual(
        expect.objectContaining({ type: "file_change", kind: "add", path: file }),
      );
      for (const [name, content] of Object.entries(files)) {
        expect(readFileSync(join(stage.cliHome, name), "utf8")).toBe(content);
      }
      // What was made for this run only is gone.
      const left = readdirSync(join(stage.home.dir, "work"));
      expect(left.filter((name) => name.startsWith("malamar_output_"))).toHaveLength(1);
      await expectEveryLineUnderstood(stage, id);
    },
    TEST_MS,
  );

  test.concurrent(
    "two at the same time with one home",
    async () => {
      const meets = gateFor(2);
      await using stage = await startStage(type, {
        team: {
          Planner: (briefing) => [
            { kind: "runs", command: meets.command(briefing.cwd) },
            ...answers(comment(briefing.summary), review)(briefing),
          ],
        },
      });
      // Some create their database on first start, and cannot do that twice at once.
      await stage.board.checkClis({ deep: true, cli_type: type });
      const second = await stage.board.createTeam(stage.agents);
      const tasks = [
        await stage.createTask("The first"),
        await stage.board.createTask(second, "The second"),
      ];
      for (const { id } of tasks) {
        await inReview(stage, id);
        await expectEveryLineUnderstood(stage, id);
      }
      const said = await Promise.all(tasks.map(({ id }) => stage.board.comments(id)));
      expect(said.flat().map(({ content }) => content)).toEqual(["The first", "The second"]);
    },
    TEST_MS,
  );
});

const LOOKS = {
  kind: "runs",
  command: "echo a tool was here",
  thinking: "What is there?",
  text: "I look first.",
} as const;

function expectToTellWhatHappened(events: TranscriptEvent[], showsThinking: boolean): void {
  const ofType = (type: string) => events.filter((event) => event.type === type);
  expect(ofType("started")).toHaveLength(1);
  expect(ofType("text").map(({ text }) => text)).toContain("I look first.");
  expect(ofType("thinking").map(({ text }) => text)).toEqual(
    showsThinking ? ["What is there?"] : [],
  );
  expect(JSON.stringify(ofType("tool_call")[0]?.input)).toContain("echo a tool was here");
  expect(ofType("tool_result")[0]).toMatchObject({ is_error: false });
  expect(ofType("tool_result")[0]?.output).toContain("a tool was here");
  expect(ofType("usage").length).toBeGreaterThan(0);
  expect(events.at(-1)).toMatchObject({ type: "finished", status: "succeeded" });
}

/** A tool that continues once this many are running, so that they run at the same time. */
function gateFor(count: number) {
  return {
    command: (cwd: string) => {
      const gate = join(cwd, "..", "gate");
      return `mkdir -p ${gate}; touch ${gate}/\${PWD##*/}; until [ "\`ls ${gate} | wc -l\`" -ge ${count} ]; do sleep 0.1; done`;
    },
  };
}
