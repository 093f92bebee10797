import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { createChatApp, saidIn } from "#testing/chat-app.ts";
import { isAlive, until } from "#testing/live-processes.ts";

/** Chats whose answers come from the Demo CLI, a real program: the message is its script. */
async function createDemoChatApp() {
  const app = await createChatApp({ createEngines: createCliEngines, healthy: [] });
  const { id } = await app.startChat({ cli_type: "demo" });
  const script = (...steps: string[]) => `\`\`\`demo-chat\n${steps.join("\n")}\n\`\`\``;

  async function transcript(): Promise<TranscriptEvent[]> {
    const run = (await app.chatRuns(id)).at(-1);
    return run ? app.get<TranscriptEvent[]>(`/api/runs/${run.id}/transcript`) : [];
  }

  return {
    ...app,
    id,
    script,
    transcript,
    /** The process of the answer, and the tools that it has started, once there are this many. */
    async pids(tools: number): Promise<number[]> {
      let found: number[] = [];
      for (let isThere = false; !isThere; await new Promise(setImmediate)) {
        const events = await transcript();
        found = events.flatMap((event) => {
          if (event.type === "started") return event.pid ?? [];
          const pid = event.type === "text" && /pid (\d+)/.exec(event.text)?.[1];
          return pid ? Number(pid) : [];
        });
        isThere = found.length === tools + 1;
      }
      return found;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("an answer comes from a real program, and is streamed while it works", async () => {
  await using app = await createDemoChatApp();
  const chat = await app.ask(
    app.id,
    app.script(
      "think Hm.",
      "say Looking.",
      "usage 1200 in, 300 out, 100 cached, $0.02",
      "answer **Done**",
      'act {"type":"create_task","summary":"Fix login"}',
    ),
  );
  expect(saidIn(chat).at(-1)).toBe("agent: **Done**");
  expect(chat.messages.at(-1)!.actions![0]!.result.status).toBe("done");
  const types = (await app.transcript()).map(({ type }) => type);
  // Usage that arrives together ends with one figure, so the number of figures is a matter of
  // chance.
  expect(types.filter((type) => type !== "usage")).toEqual([
    "started",
    "thinking",
    "text",
    "finished",
  ]);
  expect(types).toContain("usage");
  expect((await app.chatRuns(app.id))[0]).toMatchObject({
    status: "succeeded",
    input_tokens: 1200,
    cost_usd: 0.02,
    pid: expect.any(Number),
  });
});

test("stop ends every process of an answer, including tools in their own sessions", async () => {
  await using app = await createDemoChatApp();
  await app.send(app.id, app.script("ignore signals", "fork", "fork bare", "hang"));
  const pids = await app.pids(2);
  expect(pids.map(isAlive)).toEqual([true, true, true]);
  const { body } = await app.stopAnswer(app.id);
  expect(pids.map(isAlive)).toEqual([false, false, false]);
  expect(saidIn(body).at(-1)).toBe("system: Processing cancelled by user");
}, 20_000);

test("deleting a chat ends its processes first", async () => {
  await using app = await createDemoChatApp();
  await app.send(app.id, app.script("fork", "hang"));
  const pids = await app.pids(1);
  await app.call("DELETE", `/api/chats/${app.id}`);
  expect(pids.map(isAlive)).toEqual([false, false]);
}, 20_000);

test("processes left behind by an answer are ended with it", async () => {
  await using app = await createDemoChatApp();
  await app.ask(app.id, app.script("fork", "answer Done"));
  const pids = await app.pids(1);
  await until(() => !pids.some(isAlive));
  expect((await app.transcript()).some(({ type }) => type === "notice")).toBe(true);
}, 20_000);

test("a CLI that floods its output costs neither the answer nor the memory of a message", async () => {
  await using app = await createDemoChatApp();
  const chat = await app.ask(app.id, app.script("flood 20MB", "answer Still here"));
  expect(saidIn(chat).at(-1)).toBe("agent: Still here");
}, 30_000);

test("the demo's Malamar agent asks, builds a team and gives it a task", async () => {
  await using app = await createDemoChatApp();
  await app.ask(app.id, "I want a team");
  expect((await app.chat(app.id)).title).toBe("Building a team");
  await app.ask(app.id, "A newsletter");
  const team = await app.get<Agent[]>(`/api/workspaces/${app.workspace.id}/agents`);
  expect(team.map(({ name }) => name)).toEqual(["Researcher", "Writer", "Editor"]);
  const chat = await app.ask(app.id, "Write about the spring fair");
  const { task_id } = chat.messages.at(-1)!.actions![0]!.result;
  expect((await app.task(task_id!)).summary).toBe("Write about the spring fair");
}, 30_000);
