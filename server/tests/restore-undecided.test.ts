import { expect, test } from "bun:test";
import { join } from "node:path";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Restored } from "@malamar/contract/restored.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { answers, createChatApp, saidIn } from "#testing/chat-app.ts";
import { gate } from "#testing/loop-app.ts";
import { malamar } from "#testing/run-malamar.ts";
import { hangs, heldAt, skip } from "#testing/scripted-team.ts";
import { tempDir } from "#testing/temp-dir.ts";

interface Foreign {
  dataDir: string;
  /** The chats that wait for an answer in it: the first one's has begun. */
  chatIds: string[];
  taskId: string;
}

/**
 * A data directory restored from another installation's backup, which was taken while it worked.
 */
async function foreignDirectory(dir: string, settings: object = {}): Promise<Foreign> {
  const held = gate();
  await using theirs = await createChatApp({
    dataDir: join(dir, "theirs"),
    malamar: heldAt(held, hangs),
    team: { Planner: skip },
    config: { "max-concurrent-runs": 1 },
  });
  const chats = [await theirs.startChat(), await theirs.startChat()];
  const chatIds = chats.map(({ id }) => id);
  await theirs.send(chatIds[0]!);
  await held.reached;
  await theirs.send(chatIds[1]!);
  const { id: taskId } = await theirs.createTask();
  await theirs.call("PUT", "/api/settings", { body: settings });
  const file = join(dir, "theirs.tar.gz");
  const dataDir = join(dir, "new");
  expect((await malamar(["backup", file, "--data-dir", theirs.dataDir])).code).toBe(0);
  expect(chatIds.map((id) => theirs.chatQueueOf(id))).toEqual([["in_progress"], ["queued"]]);
  expect((await malamar(["restore", file, "--data-dir", dataDir])).code).toBe(0);
  return { dataDir, chatIds, taskId };
}

const NOT_ANSWERED = "system: This was not answered: it was asked in another installation";

test("no chat of a foreign backup is answered, neither at the start nor after the decision, and the questions stay", async () => {
  using dir = tempDir();
  for (const decision of ["confirm", "discard"]) {
    const place = join(dir.path, decision);
    const { dataDir, chatIds } = await foreignDirectory(place);
    await using app = await createChatApp({ dataDir, malamar: answers("Here I am") });
    await app.chatWorkers.drain();
    expect(app.script.played).toEqual([]);
    for (const id of chatIds) {
      const chat = await app.chat(id);
      expect(chat.is_processing).toBe(false);
      expect(saidIn(chat)).toEqual(["user: Hello", expect.stringContaining(NOT_ANSWERED)]);
    }

    const refused = await app.call<ErrorBody>("POST", `/api/chats/${chatIds[0]}/messages`, {
      body: { message: "Anyone?" },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain("press Review on the page");
    expect(saidIn(await app.chat(chatIds[0]!))).toHaveLength(2);

    await app.call("POST", `/api/restored/${decision}`);
    await app.chatWorkers.drain();
    expect(app.script.played).not.toContain("Malamar");
    expect(saidIn(await app.ask(chatIds[0]!, "Now?")).at(-1)).toBe("agent: Here I am");
  }
});

test("the pause of a foreign backup ends with the decision and not before", async () => {
  using dir = tempDir();
  const { dataDir, taskId } = await foreignDirectory(dir.path);
  await using app = await createChatApp({ dataDir, others: { Planner: skip } });
  const isPaused = async () => (await app.get<Settings>("/api/settings")).is_paused;
  expect(await isPaused()).toBe(true);
  const resumed = await app.call<ErrorBody>("PUT", "/api/settings", { body: { is_paused: false } });
  expect({ status: resumed.status, code: resumed.body.error.code }).toEqual({
    status: 409,
    code: "CONFLICT",
  });
  await app.taskWorkers.drain();
  expect({ isPaused: await isPaused(), played: app.script.played }).toEqual({
    isPaused: true,
    played: [],
  });

  await app.call<Restored>("POST", "/api/restored/confirm");
  await app.taskWorkers.drain();
  expect(await isPaused()).toBe(false);
  expect((await app.task(taskId)).status).toBe("in_review");
});

test("a backup that was paused where it was made is still paused when it is switched on", async () => {
  using dir = tempDir();
  const { dataDir, taskId } = await foreignDirectory(dir.path, { is_paused: true });
  await using app = await createChatApp({ dataDir, others: { Planner: skip } });
  await app.call<Restored>("POST", "/api/restored/confirm");
  await app.taskWorkers.drain();
  expect((await app.get<Settings>("/api/settings")).is_paused).toBe(true);
  expect((await app.task(taskId)).status).toBe("todo");
  await app.call("PUT", "/api/settings", { body: { is_paused: false } });
  await app.taskWorkers.drain();
  expect((await app.task(taskId)).status).toBe("in_review");
});
