import { networkInterfaces } from "node:os";
import { processesOfRuns } from "./find-processes.ts";
import { hasNothingOpen, hasOpen, lookIn, userOf } from "./open-handles.ts";
import { isDead, linuxProcessTable } from "./process-table.ts";
import { livingLeaders } from "./process.ts";
import {
  addressBytes,
  createSocketLookup,
  type Endpoint,
  type SocketAnswer,
} from "./socket-owner.ts";

interface Deps {
  installationId: string;
  /** Where the server listens. */
  host: string;
  port: () => number;
  /** Told once, when the system does not say who has a socket. */
  onUnknown?: () => void;
}

/** Says of a request whether it comes from a process of a run. */
export type IsFromRun = (peer: () => Endpoint | null) => boolean;

/** What was found out about a connection. */
interface Known {
  address: string;
  inode: number;
  isRun: boolean;
  /** Asks the kernel for the other end again. */
  look: () => SocketAnswer;
}

/**
 * An agent answers through its output file, and is no person at the API. While no run is alive nothing
 * is looked at. Whose connection it is, is found out once; afterwards only that it is still the same.
 */
export function createRunGuard({ installationId, host, port, onUnknown }: Deps): IsFromRun {
  const lookup = createSocketLookup();
  const isOwnAddress = createOwnAddresses();
  const isBoundToOne = addressBytes(host)?.some((byte) => byte !== 0) ?? false;
  const server = (): Endpoint => ({ address: host, port: port() });
  const connections = new Map<number, Known>();
  let isOff = false;
  let hasWorked = false;

  return (peer) => {
    if (isOff || livingLeaders.size === 0) return false;
    const client = peer();
    // It has hung up: nobody who waits for an answer.
    if (!client) return true;
    const known = connections.get(client.port);
    if (known?.address === client.address && inodeOf(known.look()) === known.inode) {
      return known.isRun;
    }
    return isOwnAddress(client.address) && isRun(client);
  };

  function isRun(client: Endpoint): boolean {
    const look = wayTo(client);
    const socket = answerOf(look);
    if (socket === "unknown") return isUnknown();
    hasWorked = true;
    // No such socket here: another system under our own address, such as the Windows around WSL.
    if (socket === null) return isHungUp(client);
    if (socket.inode === 0) return true;
    // Processes of other users are none that we have started.
    if (socket.uid !== process.getuid?.()) return false;
    // Whoever had it may have let go of it while we looked for them.
    const found = isHeldByRun(socket.inode) || inodeOf(look()) !== socket.inode;
    remember(client.port, {
      address: client.address,
      inode: socket.inode,
      isRun: found,
      look,
    });
    return found;
  }

  /** A system that never says it is not asked again; one that did shall not be talked out of it. */
  function isUnknown(): boolean {
    if (hasWorked) return true;
    isOff = true;
    onUnknown?.();
    return false;
  }

  function wayTo(client: Endpoint): () => SocketAnswer {
    if (isBoundToOne) {
      const question = lookup.questionFor(client, server());
      return () => lookup.ask(question);
    }
    // Who speaks to an address of this machine mostly comes from the same one.
    const question = lookup.questionFor(client, { address: client.address, port: port() });
    return () => lookup.ask(question) ?? lookup.findByPorts(client.port, port());
  }

  /** Whoever sends a request and leaves at once is nobody who can be asked, and wants no answer. */
  function isHungUp(client: Endpoint): boolean {
    const ours = isBoundToOne
      ? lookup.find(server(), client)
      : lookup.findByPorts(port(), client.port);
    return ours === null || (ours !== "unknown" && !ours.isEstablished);
  }

  function remember(clientPort: number, known: Known): void {
    connections.delete(clientPort);
    connections.set(clientPort, known);
    const oldest = connections.keys().next().value;
    if (connections.size > MOST_CONNECTIONS && oldest !== undefined) connections.delete(oldest);
  }

  /**
   * A process of a run that ends shows nothing as open a moment before it lets go of it. Then it counts
   * who waits for the answer: a socket that nobody has is of one that has sent something and is gone.
   */
  function isHeldByRun(inode: number): boolean {
    const socket = `socket:[${inode}]`;
    // Before the runs: whoever comes later may be of one, and has not asked.
    const others = new Set(linuxProcessTable.all());
    let isOneEnding = false;
    for (const pid of processesOfRuns(linuxProcessTable, installationId)) {
      if (hasOpen(pid, socket)) return true;
      others.delete(pid);
      isOneEnding ||= isEnding(pid);
    }
    return isOneEnding && !isHeldByOneOf(others, socket);
  }
}

function isHeldByOneOf(others: ReadonlySet<number>, socket: string): boolean {
  const closed: number[] = [];
  // The newest first: a program that was started to ask is a new one.
  for (const pid of [...others].toSorted((a, b) => b - a)) {
    const isHeld = lookIn(pid, socket);
    if (isHeld) return true;
    if (isHeld === null) closed.push(pid);
  }
  // It may be one of the user's that lets nobody look, as some browsers are.
  return closed.some((pid) => userOf(pid) === process.getuid?.());
}

/** It is neither at work nor gone. Whoever is only waited for by a parent has nothing any more. */
function isEnding(pid: number): boolean {
  if (!hasNothingOpen(pid)) return false;
  const entry = linuxProcessTable.read(pid);
  return entry !== null && !isDead(entry);
}

/** The kernel may have no room for an answer just now. */
const MOST_QUESTIONS = 3;

function answerOf(look: () => SocketAnswer): SocketAnswer {
  for (let asked = 1; asked < MOST_QUESTIONS; asked++) {
    const answer = look();
    if (answer !== "unknown") return answer;
  }
  return look();
}

/** null when nobody has it, or nobody knows. */
function inodeOf(socket: SocketAnswer): number | null {
  return socket === null || socket === "unknown" ? null : socket.inode;
}

/** More than ask again at once, and a little memory. */
const MOST_CONNECTIONS = 10_000;

/** Interfaces come and go, but not from request to request. */
const ADDRESSES_MS = 5000;

function createOwnAddresses(): (address: string) => boolean {
  let known: ReadonlySet<string> = new Set();
  let readAt = -Infinity;
  return (address) => {
    const plain = address.replace(/^::ffff:/i, "");
    if (plain.startsWith("127.") || plain === "::1") return true;
    if (performance.now() - readAt > ADDRESSES_MS) {
      readAt = performance.now();
      known = new Set(
        Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((at) => at.address)),
      );
    }
    return known.has(plain);
  };
}
