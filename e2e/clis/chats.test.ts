import { describe, expect, test } from "bun:test";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import type { Run } from "../support/board.ts";
import { createChats } from "../support/chats.ts";
import { isAlive, processesIn, processesWith } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { answers, review } from "../support/clis/cast.ts";
import { chatMind, found, written, type ChatPart } from "../support/clis/chat-cast.ts";
import { KNOWN, TEST_MS } from "../support/clis/known.ts";
import {
  expectUnderstood,
  inReview,
  modelCalls,
  RUN_MS,
  sumOf,
  usedBy,
} from "../support/clis/looking.ts";
import { startStage, type Stage, type StageOptions } from "../support/clis/stage.ts";

const INSTRUCTION = "You review “every” change: naïve ones, too. 日本語";
const STRICTER = `${INSTRUCTION}\n\nAsk for tests.`;
const TASK = { summary: "Review the login", description: "Is it *safe*?" };

/** A workspace without agents, and a chat with the Malamar agent in it. */
async function startChat(type: InstalledCliType, options: Omit<StageOptions, "team">) {
  const stage = await startStage(type, { team: {}, ...options });
  const chats = createChats(stage.malamar.url);
  // All of them are installed: the first one needs no choice.
  const chat = type === CLIS[0].type ? {} : { cli_type: type };
  const { id: chatId } = await chats.start(stage.workspaceId, chat);
  const ask = (message: string) => chats.ask(chatId, message, RUN_MS);
  return { ...stage, chats, chatId, ask };
}

/** Looks at the team, an article and the person's upload, and then writes its answer file. */
function builds(type: InstalledCliType): ChatPart {
  const { model } = INSTALLED_CLIS[type].atModel({ url: "", home: "" });
  return (brief) => {
    const [input = "", , article, notes] = brief.read;
    if (article !== undefined) found(article, /(When to act|skip)/);
    const agent = { type: "create_agent", name: "Reviewer", instruction: INSTRUCTION };
    const word = notes && found(notes, /The word is (\w+)\./);
    return [
      { kind: "reads", path: brief.contextPath, text: "I look at the team." },
      { kind: "reads", path: found(input, /(\/\S+\/writing-instructions\.md)/) },
      { kind: "reads", path: found(input, /User has uploaded (\/\S+\/notes\.md)/) },
      ...written(brief, {
        message: `A reviewer, and the word was ${word}.`,
        actions: [
          { type: "rename_chat", title: "A reviewer" },
          { ...agent, cli_type: type, model, order: null },
          { type: "create_task", ...TASK },
        ],
      }),
    ];
  };
}

/** Changes the agent that it finds in the workspace file. */
function changes(isReturned: boolean): ChatPart {
  return (brief) => {
    const [input = "", context] = brief.read;
    // Its file has the conversation so far.
    const word = found(input, /the word was (\w+)/);
    const agent_id = context && found(context, /Reviewer \(id: ([\w-]{21})\)/);
    const answer = {
      message: `It is stricter now, ${word}.`,
      actions: [
        { type: "rename_chat", title: "Too late" },
        { type: "update_agent", agent_id, instruction: STRICTER, name: null },
      ],
    };
    return [
      { kind: "reads", path: brief.contextPath },
      ...(isReturned ? ([{ kind: "returns", value: answer }] as const) : written(brief, answer)),
    ];
  };
}

/** Never ends on its own. Not `sleep`, which some CLIs refuse to run. */
const TOOL = "tail -f /dev/null";

describe.each(CLIS)("$label", ({ type }) => {
  const known = KNOWN[type];

  test.concurrent(
    "a chat creates an agent and a task, and continues",
    async () => {
      const team = { [INSTRUCTION]: answers(review) };
      const mind = chatMind(builds(type), team);
      await using stage = await startChat(type, { mind });
      const { chats, chatId, ask } = stage;
      await chats.upload(chatId, "notes.md", "The word is jellyfish.\n");

      const first = await ask("I want a reviewer, and a first task for it.");
      expect(first.title).toBe("A reviewer");
      const [run] = await chats.runs(chatId);
      expect(first.messages.slice(2)).toMatchObject([
        {
          role: "agent",
          author_name: "Malamar",
          message: "A reviewer, and the word was jellyfish.",
          run_id: run!.id,
          actions: [
            { type: "rename_chat", result: { status: "done" } },
            { type: "create_agent", result: { status: "done" } },
            { type: "create_task", result: { status: "done" } },
          ],
        },
      ]);
      const [agent, ...others] = await stage.board.agents(stage.workspaceId);
      expect(others).toEqual([]);
      expect(agent).toMatchObject({ name: "Reviewer", instruction: INSTRUCTION, cli_type: type });
      const [task] = await stage.board.tasks(stage.workspaceId);
      expect(await stage.board.task(task!.id)).toMatchObject(TASK);
      const [created] = await stage.board.logs(task!.id);
      expect(created).toMatchObject({
        event_type: "task_created",
        actor_type: "agent",
        actor_name: "Malamar",
      });
      await inReview(stage, task!.id);

      stage.model.setMind(chatMind(changes(known.returnsAnswers)));
      const second = await ask("Make it stricter.");
      expect(second).toMatchObject({ title: "A reviewer", is_processing: false });
      expect(second.messages.at(-1)).toMatchObject({
        role: "agent",
        message: "It is stricter now, jellyfish.",
        actions: [
          { type: "rename_chat", result: { status: "ignored" } },
          { type: "update_agent", result: { status: "done", agent_id: agent!.id } },
        ],
      });
      expect((await stage.board.agents(stage.workspaceId))[0]?.instruction).toBe(STRICTER);

      const runs = await chats.runs(chatId);
      for (const one of runs) await expectWholeRun(stage, one, known.tellsCost);
      const ofTask = await stage.board.runs(task!.id);
      expect(sumOf([...runs, ...ofTask])).toEqual(usedBy(modelCalls(stage)));
    },
    TEST_MS,
  );

  test.concurrent(
    "a failed answer frees the chat, and a stopped one leaves no process",
    async () => {
      await using stage = await startChat(type, {
        mind: () => ({ kind: "fails", status: 400, message: "This is not allowed here." }),
      });
      const { chats, chatId, ask } = stage;
      const failed = await ask("Hello");
      const [run] = await chats.runs(chatId);
      expect(run).toMatchObject({ status: "failed" });
      expect(failed.messages.slice(1)).toMatchObject([{ role: "system", run_id: run!.id }]);
      expect(failed.messages[1]?.message).toMatch(
        /^Error: CLI (exited with code \d+|reported an error).*This is not allowed here\./s,
      );

      stage.model.setMind(chatMind(() => [{ kind: "runs", command: TOOL }]));
      await chats.say(chatId, "Are you there?");
      await until(
        () => processesIn(stage.home.dir).some(({ command }) => command === TOOL),
        `the CLI's tool is at work. The server says:\n${stage.malamar.output()}`,
        RUN_MS,
      );
      const { current_run_id } = await chats.get(chatId);
      const family = processesWith(new Set([`MALAMAR_RUN_ID=${current_run_id}`]));
      expect(family.length).toBeGreaterThan(1);
      const stopped = await chats.stop(chatId);
      expect(family.filter(isAlive)).toEqual([]);
      expect(stopped).toMatchObject({ is_processing: false, current_run_id: null });
      expect(stopped.messages.slice(3)).toMatchObject([
        { role: "system", message: "Processing cancelled by user" },
      ]);
      expect((await chats.runs(chatId))[1]).toMatchObject({ status: "cancelled" });
    },
    TEST_MS,
  );
});

async function expectWholeRun(stage: Stage, run: Run, tellsCost: boolean): Promise<void> {
  expect(run).toMatchObject({ agent_name: "Malamar", status: "succeeded", exit_code: 0 });
  expect(run.cli_session_id).toMatch(/^\S{8,}$/);
  if (tellsCost) expect(run.cost_usd).toBeGreaterThan(0);
  else expect(run.cost_usd).toBeNull();
  const events = await stage.board.transcript(run.id);
  expectUnderstood(events);
  expect(events.map(({ type }) => type)).toContain("tool_call");
  expect(events.filter(({ is_error }) => is_error)).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "finished", status: "succeeded" });
}
