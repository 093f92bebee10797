import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { isAlive, liveProcesses, staying, until } from "#testing/live-processes.ts";
import { DONE, type FakeCliOptions, finish, said, startFakeCli } from "#testing/fake-cli.ts";
import { LET_GO } from "#processes/process-marks.ts";

let live: ReturnType<typeof liveProcesses>;
beforeEach(() => (live = liveProcesses()));
afterEach(() => live[Symbol.dispose]());

const start = (script: string, options?: FakeCliOptions) =>
  startFakeCli(live.path, script, options);
const run = (script: string, options?: FakeCliOptions) => finish(start(script, options));

function pidOfStart({ value }: Awaited<ReturnType<ReturnType<typeof start>["next"]>>): number {
  const first = Array.isArray(value) ? (value as readonly NewTranscriptEvent[])[0] : undefined;
  if (first?.type !== "started" || first.pid === null) throw new Error("It has not started");
  return first.pid;
}

/** A shell command that waits until this process has reported its pid. */
const onceThere = (name: string) => `while ! [ -s ${live.path}/${name} ]; do :; done`;

test("what the CLI leaves running when it ends is ended, with a notice", async () => {
  const { events, result } = await run(`
    (setsid env -i ${staying(live.path, "tool.pid")} &)
    ${onceThere("tool.pid")}; ${DONE}`);
  expect(isAlive(await live.pidOf("tool.pid"))).toBe(false);
  const notices = events.filter((event) => event.type === "notice").map(({ text }) => text);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^Ended 1 process that the CLI left running: (sh|sleep)$/);
  expect(result.kind).toBe("completed");
});

test("a run that leaves nothing behind has no notice", async () => {
  const { events } = await run(`sleep 0; ${DONE}`);
  expect(events.filter((event) => event.type === "notice")).toEqual([]);
});

test("pipes that another process holds open do not hold up the end", async () => {
  // Its mark says that it goes its own way, so it is not ours to end.
  const letGo = `env -i /usr/bin/prlimit --rttime=${LET_GO}:unlimited /usr/bin/setsid`;
  const { events, result } = await run(`
    (${letGo} ${staying(live.path, "holder.pid")} &)
    ${onceThere("holder.pid")}; echo '{"say":"last"}'; ${DONE}`);
  expect(isAlive(await live.pidOf("holder.pid"))).toBe(true);
  expect(said(events)).toEqual(["last"]);
  expect(result.kind).toBe("completed");
});

test("an abort ends the CLI and its tools, and what was written is still reported", async () => {
  const abort = new AbortController();
  const cli = start(`setsid ${staying(live.path, "tool.pid")} & echo '{"say":"working"}'; wait`, {
    signal: abort.signal,
  });
  const pid = pidOfStart(await cli.next());
  const tool = await live.pidOf("tool.pid");
  abort.abort();
  const { events, result } = await finish(cli);
  expect([pid, tool].map(isAlive)).toEqual([false, false]);
  expect(said(events)).toEqual(["working"]);
  expect(events.filter((event) => event.type === "notice")).toEqual([]);
  expect(result).toEqual({ kind: "aborted", sessionId: null });
});

test("an abort ends them even while nobody reads", async () => {
  const abort = new AbortController();
  const cli = start(`${staying(live.path, "tool.pid")} & wait`, { signal: abort.signal });
  await cli.next();
  const tool = await live.pidOf("tool.pid");
  abort.abort();
  await until(() => !isAlive(tool));
  expect((await finish(cli)).result.kind).toBe("aborted");
});

test("a CLI that ends with code 0 when asked to end still counts as aborted", async () => {
  const abort = new AbortController();
  const cli = start(
    `trap '${DONE.replaceAll("'", `'"'"'`)}; exit 0' TERM; echo $$ > ${live.path}/cli.pid; while :; do sleep 0.01; done`,
    { signal: abort.signal },
  );
  await cli.next();
  await live.pidOf("cli.pid");
  abort.abort();
  expect((await finish(cli)).result.kind).toBe("aborted");
});

test("an abort before the start starts no process", async () => {
  const { events, result } = await run(`echo $$ > ${live.path}/cli.pid; ${DONE}`, {
    signal: AbortSignal.abort(),
  });
  expect(events).toEqual([]);
  expect(result).toEqual({ kind: "aborted", sessionId: null });
  expect(await Bun.file(join(live.path, "cli.pid")).exists()).toBe(false);
});

test("stopping to listen ends the run", async () => {
  const cli = start(`(setsid env -i ${staying(live.path, "tool.pid")} &); sleep 1000`);
  const leader = pidOfStart(await cli.next());
  await live.pidOf("tool.pid");
  await cli.return({ kind: "aborted", sessionId: null });
  expect([leader, await live.pidOf("tool.pid")].map(isAlive)).toEqual([false, false]);
});
