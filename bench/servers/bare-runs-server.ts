import { killGroup } from "../harness/clean-up.ts";
import { spawnBare } from "../harness/spawn-bare.ts";
import { watchLoop, type LoopWatch } from "../harness/loop-delay.ts";
import { answerParent, endInGoodOrder, tellParent } from "./parent-process.ts";

/** Starts a program many times, reads and discards its output, and always gives the same answer. */
export function run([body = "", count, file = "", ...args]: readonly string[]): void {
  // Each in its own process group, so that everything it starts ends with it.
  const children: ReturnType<typeof spawnBare>[] = [];
  endInGoodOrder(async () => {
    for (const child of children) killGroup(child);
    await Promise.all(children.map(({ exited }) => exited));
  });
  for (let at = 0; at < Number(count); at++) {
    const child = spawnBare([file, ...args], process.cwd());
    children.push(child);
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
}

async function drain(stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
}
