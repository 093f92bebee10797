import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { always, type Fault } from "./fault.ts";

const STREAMS = 50;
const STALLED_MS = [100, 800] as const;

/** Pages that request events, read the first of them, and then stop reading. */
export const stalledStreams: Fault = {
  obstacle: always,
  async strike({ world, random }) {
    const { port } = world.server();
    const sockets = await openSockets(port, STREAMS, request(port, "/api/events"));
    await Bun.sleep(random.between(...STALLED_MS));
    close(sockets, random.below(2) === 0);
  },
};

/** Far more pages than people have open. */
const CONNECTIONS = 4000;
/** What a process needs for everything else. */
const OTHER_DESCRIPTORS = 500;
const CONNECTED_MS = [0, 300] as const;

/** Idle connections, half requests, whole ones whose answer nobody reads, and streams. */
export const manyConnections: Fault = {
  obstacle: () => {
    const allowed = descriptorLimit();
    if (allowed >= CONNECTIONS + OTHER_DESCRIPTORS) return null;
    return `needs ${CONNECTIONS + OTHER_DESCRIPTORS} descriptors, and the limit is ${allowed} (ulimit -Hn)`;
  },
  async strike({ world, random, violate }) {
    const { port, url } = world.server();
    const words = [
      "",
      "GET /api/works",
      request(port, "/api/workspaces"),
      request(port, "/api/events"),
    ];
    const share = CONNECTIONS / words.length;
    const opened = await Promise.all(words.map((word) => openSockets(port, share, word)));
    const sockets = opened.flat();
    if (sockets.length < CONNECTIONS) violate(`Only ${sockets.length} connections were accepted`);
    for (const path of ["/", "/api/health", "/api/workspaces"]) {
      const response = await fetch(url + path, { keepalive: false });
      await response.arrayBuffer();
      if (!response.ok) violate(`GET ${path} next to them is answered with ${response.status}`);
    }
    await Bun.sleep(random.between(...CONNECTED_MS));
    close(sockets, random.below(2) === 0);
  },
};

/** Bun accepts as many as the system allows, and the server runs on Bun. */
function descriptorLimit(): number {
  const limits = readFileSync("/proc/self/limits", "utf8");
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
}

function request(port: number, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;
}

async function openSockets(port: number, count: number, word: string): Promise<Socket[]> {
  const opening = Array.from({ length: count }, () => openSocket(port, word));
  return (await Promise.all(opening)).filter((socket) => socket !== null);
}

/** null when the system does not allow it: then there are fewer. */
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
