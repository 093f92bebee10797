import { expect, test } from "bun:test";
import { USER } from "#testing/actors.ts";
import { deadAddress, startService, tooManyRequests } from "#testing/fake-service.ts";
import { createNotifiedApp, startServices } from "#testing/notified-app.ts";
import { asksForReview, fails } from "#testing/scripted-team.ts";
import { virtualTime } from "#testing/virtual-time.ts";

const never = () => new Promise<Response>(() => {});

test("a service that never answers holds up neither the loop nor any other channel", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, {
    team: { Planner: asksForReview },
    ...time,
  });
  services.slack.answers(never);
  const first = await app.createTask();
  await app.taskWorkers.drain();
  const second = await app.createTask();
  await app.taskWorkers.drain();
  expect((await app.task(first.id)).status).toBe("in_review");
  expect((await app.task(second.id)).status).toBe("in_review");
  const { slack } = services;
  await Promise.all([app.untilSent(8), slack.until(1)]);
  // One at a time: the second waits for its turn.
  expect(slack.received).toHaveLength(1);

  time.advance(15_000);
  await slack.until(2);
  expect(app.failures()).toHaveLength(1);
  expect(app.failures()[0]).toContain(`"channel":"slack"`);
  expect(app.failures()[0]).toContain(`"task_id":"${first.id}"`);
  expect(app.failures()[0]).toContain(`"reason":"No answer within 15 seconds"`);
  time.advance(15_000);
  await app.notifier.drain();
  expect(app.failures()).toHaveLength(2);
});

test("a service whose answer begins but never ends is given up after the same time", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, time);
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  services.slack.answers(() => {
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(Buffer.from("o"));
        begin();
        await never();
      },
    });
    return new Response(body);
  });
  await app.createTask();
  await Promise.all([app.untilSent(4), hasBegun]);
  time.advance(15_000);
  await app.settle();
  expect(app.failures()).toHaveLength(1);
  expect(app.failures()[0]).toContain("No answer within 15 seconds");
});

test("failures are only logged: with channel, task and reason, without the secret", async () => {
  await using services = startServices();
  await using elsewhere = startService();
  services.webhook.answers(() => new Response("Out of order", { status: 500 }));
  services.slack.answers(() => Response.redirect(elsewhere.url, 307));
  const dead = await deadAddress();
  await using app = await createNotifiedApp(services, {
    team: { Planner: fails(1) },
    settings: {
      discord_webhook_url: `${dead}/discord-secret`,
      mailgun_api_key: "wrong-secret",
      ntfy_token: "tk_wrong",
    },
  });
  const task = await app.work();
  expect((await app.task(task.id)).failure_count).toBe(1);
  const reasons = app.failures().map((line) => {
    expect(line).toContain("[ERROR]");
    expect(line).toContain(`"event":"task.error","task_id":"${task.id}"`);
    const [, channel, reason] = /"channel":"(\w+)".*"reason":"([^"]*)"/.exec(line)!;
    return [channel!, reason!] as const;
  });
  expect(Object.fromEntries(reasons)).toEqual({
    discord: expect.stringContaining("Unable to connect"),
    email: "Forbidden",
    ntfy: "unauthorized",
    slack: "It answered with a redirect, and redirects are not followed. Check the address.",
    webhook: "Out of order",
  });
  expect(elsewhere.received).toEqual([]);
  expect(app.logLines.join("\n")).not.toMatch(/-secret|tk_wrong/);
});

test.each([200, 500])("only the beginning of an endless answer %d is read", async (status) => {
  await using services = startServices();
  await using app = await createNotifiedApp(services, virtualTime());
  let chunks = 0;
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
  services.slack.answers(
    () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            chunks++;
            controller.enqueue(Buffer.alloc(64 * 1024, "x"));
          },
          cancel: () => leave(),
        }),
        { status },
      ),
  );
  await app.work();
  await isLeft;
  // What the sockets between them hold.
  expect(chunks).toBeLessThan(1000);
  expect(app.failures().map((line) => line.length < 2000)).toEqual(status === 200 ? [] : [true]);
});

test("a service that gets too many requests is asked once more, at the time it gave", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, time);
  const { discord } = services;
  discord.answers(() => {
    discord.answers(() => new Response(null, { status: 204 }));
    return tooManyRequests("7");
  });
  await app.createTask();
  await app.taskWorkers.drain();
  await Promise.all([app.untilSent(4), app.untilItWaits()]);
  expect(discord.received).toHaveLength(1);
  time.advance(7000);
  await app.settle();
  expect(discord.received).toHaveLength(2);
  expect(discord.received[0]!.body).toBe(discord.received[1]!.body);
  expect(app.failures()).toEqual([]);
});

test("a service that is still overloaded, or wants an hour, is not asked again", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, time);
  services.discord.answers(() => tooManyRequests("7"));
  services.ntfy.answers(() => tooManyRequests("3600"));
  await app.createTask();
  await app.taskWorkers.drain();
  await Promise.all([app.untilSent(3), app.untilItWaits()]);
  time.advance(7000);
  await app.settle();
  expect(services.discord.received).toHaveLength(2);
  expect(services.ntfy.received).toHaveLength(1);
  expect(app.failures()).toHaveLength(2);
});

test("messages waiting for a removed channel are not sent", async () => {
  await using services = startServices();
  const time = virtualTime();
  await using app = await createNotifiedApp(services, time);
  services.slack.answers(never);
  await app.createTask();
  await app.taskWorkers.drain();
  await app.createTask();
  await app.taskWorkers.drain();
  await Promise.all([app.untilSent(8), services.slack.until(1)]);
  app.settingsService.update(USER, { slack_webhook_url: null });
  time.advance(15_000);
  await app.settle();
  expect(services.slack.received).toHaveLength(1);
  expect(app.failures()).toHaveLength(1);
});

test("a stop briefly waits for active deliveries, then gives them up and says so", async () => {
  await using services = startServices();
  const time = virtualTime();
  const app = await createNotifiedApp(services, time);
  services.slack.answers(never);
  services.discord.answers(() => tooManyRequests("60"));
  await app.createTask();
  await app.taskWorkers.drain();
  await app.createTask();
  await app.taskWorkers.drain();
  await Promise.all([app.untilSent(6), services.slack.until(1), app.untilItWaits()]);
  await advanceUntil(time, app[Symbol.asyncDispose]());
  // Long before their own time was up; the first for Discord had its answer already.
  const lost = app.failures().filter((line) => line.includes('"Malamar is stopping"'));
  expect(lost.map((line) => /"channel":"(\w+)"/.exec(line)![1]!).toSorted()).toEqual([
    "discord",
    "slack",
    "slack",
  ]);
});

test("a stop lets active deliveries arrive", async () => {
  await using services = startServices();
  const app = await createNotifiedApp(services, virtualTime());
  await app.createTask();
  await app.taskWorkers.drain();
  await app[Symbol.asyncDispose]();
  expect(services.slack.received).toHaveLength(1);
  expect(app.failures()).toEqual([]);
});

/** Lets time pass, a second at a time, until something has ended. */
async function advanceUntil(
  time: ReturnType<typeof virtualTime>,
  end: Promise<void>,
): Promise<void> {
  const state = { isOver: false };
  void end.finally(() => (state.isOver = true));
  while (!state.isOver) {
    time.advance(1000);
    await new Promise(setImmediate);
  }
  await end;
}
