import { connect, type Socket } from "node:net";
import { always, type Fault } from "./fault.ts";

const STREAMS = 50;
const STALLED_MS = [100, 800] as const;

/** Pages that ask for events, read the first of them, and then nothing any more. */
export const stalledStreams: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    const { port } = world.server();
    const sockets = await openSockets(port, STREAMS, request(port, "/api/events"));
    await Bun.sleep(random.between(...STALLED_MS));
    close(sockets, random.below(2) === 0);
  },
};

/** As many as a machine with nothing else to do may open at once; the system must allow them. */
const CONNECTIONS = 1000;

/** Connections that say nothing, half a request, or a whole one whose answer nobody reads. */
export const manyConnections: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    const { port } = world.server();
    const words = ["", "GET /api/works", request(port, "/api/workspaces")];
    const third = Math.ceil(CONNECTIONS / words.length);
    const sockets = await Promise.all(words.map((word) => openSockets(port, third, word)));
    const response = await fetch(`${world.server().url}/api/health`, { keepalive: false });
    await response.text();
    close(sockets.flat(), random.below(2) === 0);
  },
};

function request(port: number, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
}

async function openSockets(port: number, count: number, word: string): Promise<Socket[]> {
  const opening = Array.from({ length: count }, () => openSocket(port, word));
  return (await Promise.all(opening)).filter((socket) => socket !== null);
}

/** null when the system does not let us: then there are fewer. */
function openSocket(port: number, word: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.pause();
      if (word !== "") socket.write(word);
      resolve(socket);
    });
    socket.on("error", () => resolve(null));
  });
}

function close(sockets: readonly Socket[], isAbrupt: boolean): void {
  for (const socket of sockets) {
    if (isAbrupt) socket.resetAndDestroy();
    else socket.destroy();
  }
}
