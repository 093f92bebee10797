import type { Socket, SocketHandler } from "bun";
import { endWithParent, sharedNow, tellParent } from "./parent-process.ts";

/** The backlog of a listening socket is 512: connecting more at once would wait for retries. */
const CONNECT_AT_ONCE = 200;

/** After this long without a byte every greeting is complete. */
const QUIET_MS = 200;

/**
 * Many open event streams that only count bytes, so that the server is what is measured. Reports
 * how many are connected, then for each broadcast the moment at which the last of them had it;
 * quiet ones report nothing more.
 */
export async function run(args: readonly string[]): Promise<void> {
  endWithParent();
  const [port = 0, count = 0] = args.map(Number);
  const isQuiet = args[2] === "quiet";
  const request = `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`;
  const heardFrom = new Set<Socket<unknown>>();
  const countBytes = createCounter(count);
  let lastByteAt = 0;
  let ready = false;

  const handler: SocketHandler = {
    open: (socket) => void socket.write(request),
    data: (socket, bytes) => {
      if (ready) return isQuiet ? undefined : countBytes(bytes);
      if (!heardFrom.has(socket)) requireOk(bytes);
      heardFrom.add(socket);
      lastByteAt = sharedNow();
    },
    close: () => fail(new Error("The server closed an event stream.")),
    // Exceptions in a handler arrive here.
    error: (_socket, error) => fail(error),
  };

  for (let open = 0; open < count; open += CONNECT_AT_ONCE) {
    const batch = Math.min(CONNECT_AT_ONCE, count - open);
    const connect = () => Bun.connect({ hostname: "127.0.0.1", port, socket: handler });
    await Promise.all(Array.from({ length: batch }, connect));
  }
  while (heardFrom.size < count || sharedNow() - lastByteAt < QUIET_MS) await Bun.sleep(20);
  ready = true;
  tellParent(count);
}

/** Reports when every client has one whole frame, and starts over. */
function createCounter(clients: number): (bytes: Buffer) => void {
  let frameBytes = 0;
  let received = 0;
  return (bytes) => {
    if (received === 0) frameBytes = wholeFrame(bytes);
    received += bytes.length;
    const all = frameBytes * clients;
    if (received < all) return;
    if (received > all) throw new Error("More came than one frame for each client.");
    received = 0;
    tellParent(sharedNow());
  };
}

/** The first client's packet is checked closely: it has to be one complete chunk with our event. */
function wholeFrame(bytes: Buffer): number {
  const text = bytes.toString();
  const start = text.indexOf("\r\n") + 2;
  const isWhole = bytes.length === start + parseInt(text, 16) + 2;
  if (!isWhole || !text.includes("event: agent.updated\n")) {
    throw new Error(`This is not one whole frame: ${text}`);
  }
  return bytes.length;
}

function fail(error: Error): never {
  console.error(error);
  process.exit(1);
}

function requireOk(bytes: Buffer): void {
  const head = bytes.toString();
  if (!head.startsWith("HTTP/1.1 200 ")) throw new Error(`The server refused: ${head}`);
}
