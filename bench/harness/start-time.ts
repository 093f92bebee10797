import type { Subprocess } from "bun";
import { endAtExit } from "./clean-up.ts";
import { within } from "./time-limit.ts";

const START_MS = 30_000;
const STOP_MS = 10_000;

/** Milliseconds from the start of a program to its first 200. */
export async function timeToFirst200(command: (port: number) => string[]): Promise<number> {
  const port = freePort();
  const startedAt = performance.now();
  const child = Bun.spawn(command(port), {
    env: { HOME: "/dev/null", PATH: "" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "inherit",
    detached: true,
  });
  endAtExit(child);
  try {
    await within(START_MS, "the first 200", answers(child, port));
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGTERM");
    await within(STOP_MS, "the program to stop", child.exited);
  }
}

async function answers(child: Subprocess, port: number): Promise<void> {
  while (child.exitCode === null) {
    if (await isAnswered(port)) return;
  }
  throw new Error(`The program ended early with code ${child.exitCode}.`);
}

/** A refused connection fails at once, so retrying costs no precision. */
function isAnswered(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => {
        socket.write(`GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      },
      data: (socket, bytes) => {
        resolve(bytes.toString("latin1").startsWith("HTTP/1.1 200 "));
        socket.end();
      },
      close: () => resolve(false),
    },
  }).catch(() => resolve(false));
  return promise;
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => {} } });
  listener.stop(true);
  return listener.port;
}
