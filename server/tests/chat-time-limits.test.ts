import { expect, test } from "bun:test";
import { createChatApp, saidIn } from "#testing/chat-app.ts";
import { settled, untilPlayed } from "#testing/guard-checks.ts";
import { hangs, type Part } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const MINUTE = 60_000;
/** Hours of polls, each of which reads the database, in a moment. */
const config = { "runner-poll-interval": 3_600_000 };

async function createHangingChat(malamar: Part, workspace: object = {}) {
  const time = virtualTime();
  const app = await createChatApp({ malamar, workspace, config, ...time });
  const { id } = await app.startChat();
  await app.send(id);
  await untilPlayed(app, 1);
  return { ...app, id, time, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("an answer that is silent for an hour is ended, and the chat says why", async () => {
  await using app = await createHangingChat(hangs);
  app.time.advance(60 * MINUTE);
  await app.chatWorkers.drain();
  const chat = await app.chat(app.id);
  expect(saidIn(chat).at(-1)).toBe(
    "system: Stopped after Malamar's CLI was silent for 60 minutes (limit 60). Send your message again to retry, or raise Idle timeout in the workspace settings.",
  );
  expect((await app.chatRuns(app.id))[0]).toMatchObject({
    status: "cancelled",
    failure_kind: "idle_timeout_minutes",
  });
  expect(app.chatQueueOf(app.id)).toEqual(["failed"]);
});

test("an answer that never stops talking is ended by the limit of a run", async () => {
  let tell = () => {};
  const talks: Part = (turn) => {
    tell = () => turn.tell({ type: "text", text: "…" });
    return hangs(turn);
  };
  await using app = await createHangingChat(talks, { run_timeout_minutes: 120 });
  for (let minutes = 0; minutes < 120; minutes += 30) {
    expect((await app.chatRuns(app.id))[0]!.status).toBe("running");
    tell();
    await settled();
    app.time.advance(30 * MINUTE);
  }
  await app.chatWorkers.drain();
  expect(saidIn(await app.chat(app.id)).at(-1)).toStartWith(
    "system: Stopped after Malamar ran for 120 minutes (limit 120). ",
  );
});

test("a new workspace ends a run after three hours", async () => {
  await using app = await createChatApp();
  expect(app.workspace.run_timeout_minutes).toBe(180);
});
