import type { Socket } from "bun";
import { within } from "./time-limit.ts";

/** Enough to keep one server process busy at every moment. */
const CONNECTIONS = 32;
const ROUND_MS = 1000;
const FIRST_ANSWER_MS = 5000;

export interface Target {
  port: number;
  path: string;
  /** Throws when the first answer's JSON is not the right one. */
  check: (body: unknown) => void;
}

/**
 * Answers per second over 32 connections, each of which waits for one before it sends the next
 * request.
 */
export async function requestsPerSecond(target: Target): Promise<number> {
  const request = Buffer.from(
    `GET ${target.path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`,
  );
  const first = askOnce(target.port, request);
  const { size, body } = await within(FIRST_ANSWER_MS, "the first answer", first);
  target.check(body);
  return countAnswers(target.port, request, size);
}

/** Every answer to the same request is as long as the first, so counting bytes counts answers. */
async function countAnswers(port: number, request: Buffer, size: number): Promise<number> {
  let answers = 0;
  let isOver = false;
  // An exception in a handler reaches nobody unless it is passed on.
  const failed = Promise.withResolvers<never>();
  const connections = Array.from({ length: CONNECTIONS }, () => {
    let received = 0;
    return Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (socket, bytes) => {
          if (received === 0) requireOk(bytes);
          received += bytes.length;
          if (received < size) return;
          if (received > size) throw new Error("An answer is longer than the first one was.");
          received = 0;
          answers++;
          socket.write(request);
        },
        error: (_socket, error) => failed.reject(error),
        close: () => {
          if (!isOver) failed.reject(new Error("The server closed a connection."));
        },
      },
    });
  });
  const sockets = await Promise.all(connections);
  const startedAt = performance.now();
  for (const socket of sockets) socket.write(request);
  await Promise.race([Bun.sleep(ROUND_MS), failed.promise]);
  const perSecond = answers / ((performance.now() - startedAt) / 1000);
  isOver = true;
  for (const socket of sockets) socket.terminate();
  return perSecond;
}

function askOnce(port: number, request: Buffer): Promise<{ size: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ size: number; body: unknown }>();
  let answer = Buffer.alloc(0);
  const data = (socket: Socket, bytes: Buffer) => {
    answer = Buffer.concat([answer, bytes]);
    const head = answer.indexOf("\r\n\r\n") + 4;
    if (head < 4) return;
    requireOk(answer);
    const length = /content-length: (\d+)/i.exec(answer.toString("latin1", 0, head))?.[1];
    if (length === undefined) return reject(new Error("The answer has no Content-Length."));
    const size = head + Number(length);
    if (answer.length < size) return;
    socket.end();
    resolve({ size, body: JSON.parse(answer.toString("utf8", head)) });
  };
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open: (socket) => void socket.write(request),
      data,
      error: (_socket, error) => reject(error),
    },
  }).catch(reject);
  return promise;
}

const OK = Buffer.from("HTTP/1.1 200 ");

function requireOk(bytes: Buffer): void {
  // Only the first digit of the status: this runs for every answer.
  if (bytes[9] === OK[9]) return;
  throw new Error(`The server answered ${bytes.toString("latin1", 0, 200)}`);
}
