import { connect, type Socket } from "node:net";
import { readAnswer, type Answer } from "./read-answer.ts";
import type { Shot } from "./shot.ts";

/** The result of a request: an answer, or the way it ended without one. */
export type Outcome = Answer | "closed" | "silent" | "left";

/** Far more than anything takes: what is not answered by then never will be. */
const PATIENCE_MS = 30_000;

/** Invalid bytes may never be answered; the server itself gives up after a minute. */
const LOOSE_PATIENCE_MS = 300;

/** Sends one request after the other, over one connection as long as both sides keep it open. */
export function createLine(port: number) {
  let kept: Socket | null = null;

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("connect", () => resolve(socket));
      socket.once("error", reject);
    });
  }

  return {
    async send(shot: Shot): Promise<Outcome> {
      const isAlone = shot.ending !== "wait" || shot.isLoose === true;
      const socket = isAlone || !kept || kept.destroyed ? await open() : kept;
      if (!isAlone) kept = socket;
      const outcome = await exchange(socket, shot);
      const isOver = typeof outcome === "string" || outcome.headers.get("connection") === "close";
      if (isAlone || isOver) socket.destroy();
      return outcome;
    },

    close(): void {
      kept?.destroy();
    },
  };
}

function exchange(socket: Socket, shot: Shot): Promise<Outcome> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const how = { isHead: shot.method === "HEAD", isBegun: shot.ending === "stream" };
    const timer = setTimeout(
      () => finish("silent"),
      shot.isLoose ? LOOSE_PATIENCE_MS : PATIENCE_MS,
    );

    function finish(outcome: Outcome): void {
      clearTimeout(timer);
      socket.removeAllListeners();
      // Ignore data from a connection that we have left.
      socket.on("error", () => {});
      resolve(outcome);
    }

    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received, how);
      if (answer) finish(answer);
    });
    socket.on("error", () => finish("closed"));
    socket.on("close", () => finish("closed"));
    socket.write(shot.bytes, () => {
      if (shot.ending === "hang up") finish("left");
    });
  });
}
