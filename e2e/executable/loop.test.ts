import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBoard, demoAgent } from "../support/board.ts";
import { startMalamar } from "../support/malamar.ts";
import { readRunStream } from "../support/run-stream.ts";

/** The waits inside are bounded; this only has to be longer. */
const TIMEOUT_MS = 60_000;

/** Nothing but the executable itself can be started. */
const ALONE = { env: { PATH: "" } };

test(
  "a team takes a task to In Review with nothing but the executable",
  async () => {
    await using malamar = await startMalamar(ALONE);
    const board = createBoard(malamar.url);
    const workspaceId = await board.createTeam([
      demoAgent(
        "Planner",
        "visit 1:",
        "say I look at {task}",
        "comment The plan",
        "after:",
        "skip",
      ),
      demoAgent("Builder", "visit 1:", "write page.html Hello", "comment Built", "after:", "skip"),
      demoAgent("Reviewer", "visit 1:", "comment One more look", "after:", "review"),
    ]);
    const task = await board.createTask(workspaceId, "Add a page");
    await board.reachesReview(task.id);

    const comments = await board.comments(task.id);
    expect(comments.map(({ author_name, content }) => `${author_name}: ${content}`)).toEqual([
      "Planner: The plan",
      "Builder: Built",
      "Reviewer: One more look",
    ]);
    const { working_directory } = await board.task(task.id);
    expect(readFileSync(join(working_directory, "page.html"), "utf8")).toBe("Hello\n");
    const runs = await board.runs(task.id);
    expect(runs.map(({ agent_name, status }) => `${agent_name} ${status}`)).toEqual([
      "Planner succeeded",
      "Builder succeeded",
      "Reviewer succeeded",
      "Planner succeeded",
      "Builder succeeded",
      "Reviewer succeeded",
    ]);
    expect(await board.transcript(runs[0]!.id)).toMatchObject([
      { seq: 1, type: "started" },
      { seq: 2, type: "text", text: "I look at Add a page" },
      { seq: 3, type: "finished", status: "succeeded" },
    ]);
  },
  TIMEOUT_MS,
);

test(
  "a run's stream that is cut off continues without a gap and without a repeat",
  async () => {
    await using malamar = await startMalamar(ALONE);
    const gates = ["first", "second"].map((name) => join(malamar.home, name));
    const board = createBoard(malamar.url);
    const workspaceId = await board.createTeam([
      demoAgent(
        "Talker",
        "say one",
        "say two",
        `gate ${gates[0]}`,
        "say three",
        "say four",
        `gate ${gates[1]}`,
        "say five",
        "skip",
      ),
    ]);
    const task = await board.createTask(workspaceId, "Talk");
    const { id: runId } = await board.runThatSays(task.id, "two");
    const seen: { id: string; event: object }[] = [];

    for await (const frame of readRunStream(malamar.url, runId)) {
      seen.push(frame);
      if (frame.event.text === "one") break;
    }
    // Written while nobody listens.
    writeFileSync(gates[0]!, "");
    await board.runThatSays(task.id, "four");
    for await (const frame of readRunStream(malamar.url, runId, seen.at(-1)!.id)) {
      seen.push(frame);
      // The rest is written while this stream is open.
      if (frame.event.text === "four") writeFileSync(gates[1]!, "");
    }

    const transcript = await board.transcript(runId);
    expect(transcript.map(({ text, type }) => text ?? type)).toEqual([
      "started",
      "one",
      "two",
      "three",
      "four",
      "five",
      "finished",
    ]);
    expect(seen.map(({ event }) => event)).toEqual(transcript);
    expect(seen.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
    const again = await fetch(`${malamar.url}/api/runs/${runId}/stream`, {
      headers: { "last-event-id": "7" },
    });
    expect(again.status).toBe(204);
  },
  TIMEOUT_MS,
);
