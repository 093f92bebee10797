import { watchLoop, type LoopWatch } from "../harness/loop-delay.ts";
import { answerParent, endInGoodOrder, tellParent } from "./parent-process.ts";

/** Starts a program many times, reads what it writes and forgets it; answers always the same. */
const [body, count, ...program] = process.argv.slice(2);
if (body === undefined) throw new Error("An answer, a number and a program.");

const children = Array.from({ length: Number(count) }, () =>
  Bun.spawn(program, {
    env: { PATH: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    // A group each, so that what they have started ends with them.
    detached: true,
  }),
);
endInGoodOrder(async () => {
  for (const { pid } of children) process.kill(-pid, "SIGKILL");
  await Promise.all(children.map(({ exited }) => exited));
});
for (const child of children) {
  void drain(child.stdout);
  void drain(child.stderr);
}

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(body, { headers: { "Content-Type": "application/json" } }),
});
let loop: LoopWatch | null = null;
answerParent({
  "watch loop": () => {
    loop = watchLoop();
    return 0;
  },
  "loop delay": () => loop!.p99(),
});
tellParent(server.port!);

async function drain(stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
}
