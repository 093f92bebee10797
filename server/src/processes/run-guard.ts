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
  /** Called once, when the system does not reveal who has a socket. */
  onUnknown?: () => void;
}

/** Says whether a request comes from a process of a run. */
export type IsFromRun = (peer: () => Endpoint | null) => boolean;

/** What we know about a connection. */
interface Known {
  address: string;
  inode: number;
  isRun: boolean;
  /** Asks the kernel for the other end again. */
  look: () => SocketAnswer;
}

/**
 * An agent answers through its output file, and is not a person at the API. While no run is alive
 * nothing is checked. The owner of a connection is looked up once; afterwards only that it is still
 * the same.
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
    // It has hung up: nobody waits for an answer.
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
    // We have not started processes of other users.
    if (socket.uid !== process.getuid?.()) return false;
    // Its owner may have let go of it while we were looking.
    const found = isHeldByRun(socket.inode) || inodeOf(look()) !== socket.inode;
    remember(client.port, {
      address: client.address,
      inode: socket.inode,
      isRun: found,
      look,
    });
    return found;
  }

  /** A system that never reveals it is not asked again; where it has worked, unknown means refused. */
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
    // Clients that use an address of this machine mostly come from the same one.
    const question = lookup.questionFor(client, { address: client.address, port: port() });
    return () => lookup.ask(question) ?? lookup.findByPorts(client.port, port());
  }

  /** A client that sends a request and leaves at once cannot be looked up, and wants no answer. */
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
   * A process of a run that is ending shows nothing as open a moment before it lets go of its
   * socket. Then it matters who waits for the answer: a socket without an owner belongs to a sender
   * that is gone.
   */
  function isHeldByRun(inode: number): boolean {
    const socket = `socket:[${inode}]`;
    // Before the runs: a process that appears later may belong to one, but has not asked.
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
  // Newest first: a program that was started to send a request is a new one.
  for (const pid of [...others].toSorted((a, b) => b - a)) {
    const isHeld = lookIn(pid, socket);
    if (isHeld) return true;
    if (isHeld === null) closed.push(pid);
  }
  // It may be a program of the user's that does not let us look, as some browsers are.
  return closed.some((pid) => userOf(pid) === process.getuid?.());
}

/**
 * It is neither active nor gone. A process that only waits for its parent has nothing open anymore.
 */
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

/** null when nobody has it, or its owner is unknown. */
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
