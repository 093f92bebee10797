import { openSocketLine, type SocketLine } from "./libc.ts";

/** One end of a connection. */
export interface Endpoint {
  address: string;
  port: number;
}

interface FoundSocket {
  /** 0 when no process holds it anymore. */
  inode: number;
  isEstablished: boolean;
  uid: number;
}

/** `null`: there is no such socket on this system. `"unknown"`: the system does not reveal it. */
export type SocketAnswer = FoundSocket | null | "unknown";

/**
 * Asks the kernel for single sockets. That takes microseconds, however many there are; the lists in
 * /proc/net take milliseconds even when they are empty.
 */
export function createSocketLookup() {
  const line = openSocketLine();
  let lastSequence = 0;

  /** The request for the end of a connection at `local`; null if these are not two ends. */
  function questionFor(local: Endpoint, remote: Endpoint): Question | null {
    const [from, to] = [addressBytes(local.address), addressBytes(remote.address)];
    if (!from || !to || from.length !== to.length) return null;
    const family = from.length === 4 ? AF_INET : AF_INET6;
    const ends = { family, from, fromPort: local.port, to, toPort: remote.port };
    return question(++lastSequence, NLM_F_REQUEST, ends);
  }

  function ask(asked: Question | null): SocketAnswer {
    if (!line) return "unknown";
    return asked === null ? null : (tell(line, asked)[0] ?? null);
  }

  return {
    questionFor,
    ask,

    find: (local: Endpoint, remote: Endpoint): SocketAnswer => ask(questionFor(local, remote)),

    /**
     * The same if only the ports are known. It goes through all sockets, so it takes milliseconds.
     */
    findByPorts(localPort: number, remotePort: number): SocketAnswer {
      for (const family of [AF_INET, AF_INET6]) {
        const ends = {
          family,
          from: NOWHERE,
          fromPort: localPort,
          to: NOWHERE,
          toPort: remotePort,
        };
        const found = ask(question(++lastSequence, NLM_F_REQUEST | NLM_F_DUMP, ends));
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** Everything that the kernel says about it. */
function tell(line: SocketLine, { bytes, sequence }: Question): (FoundSocket | "unknown")[] {
  if (!line.send(bytes)) return ["unknown"];
  const found: FoundSocket[] = [];
  for (;;) {
    const length = line.receive(buffer);
    if (length < HEADER_BYTES) return ["unknown"];
    const part = readMessages(length, sequence, found);
    if (part === "refused") return ["unknown"];
    if (part === "ended") return found;
  }
}

function readMessages(length: number, sequence: number, found: FoundSocket[]) {
  for (let at = 0; at + HEADER_BYTES <= length;) {
    const size = answer.getUint32(at, true);
    const type = answer.getUint16(at + 4, true);
    const isMine = answer.getUint32(at + 8, true) === sequence;
    if (size < HEADER_BYTES) return "refused";
    if (isMine && type === NLMSG_DONE) return "ended";
    if (isMine && type === NLMSG_ERROR) {
      return answer.getInt32(at + HEADER_BYTES, true) === -ENOENT ? "ended" : "refused";
    }
    if (isMine && type === SOCK_DIAG_BY_FAMILY) {
      found.push(readSocket(at + HEADER_BYTES));
      const isOneOfMany = (answer.getUint16(at + 6, true) & NLM_F_MULTI) !== 0;
      if (!isOneOfMany) return "ended";
    }
    at += (size + 3) & ~3;
  }
  return "unfinished";
}

/** Answers are read from it before the next question. */
const buffer = new Uint8Array(32 * 1024);
const answer = new DataView(buffer.buffer);

// The kernel uses the byte order of the machine, which is this one on everything we run on.

const AF_INET = 2;
const AF_INET6 = 10;
const IPPROTO_TCP = 6;
const ENOENT = 2;
const NLMSG_ERROR = 2;
const NLMSG_DONE = 3;
const SOCK_DIAG_BY_FAMILY = 20;
const NLM_F_REQUEST = 1;
const NLM_F_MULTI = 2;
const NLM_F_DUMP = 0x300;
const TCP_ESTABLISHED = 1;
/** struct nlmsghdr */
const HEADER_BYTES = 16;
/** Followed by struct inet_diag_req_v2. */
const REQUEST_BYTES = 72;
const NOWHERE = new Uint8Array(16);

interface Ends {
  family: number;
  from: Uint8Array;
  fromPort: number;
  to: Uint8Array;
  toPort: number;
}

/** Can be sent as often as needed: the same bytes, and an answer with its number. */
export interface Question {
  bytes: Uint8Array;
  sequence: number;
}

function question(sequence: number, flags: number, ends: Ends): Question {
  const bytes = new Uint8Array(REQUEST_BYTES);
  const message = new DataView(bytes.buffer);
  message.setUint32(0, REQUEST_BYTES, true);
  message.setUint16(4, SOCK_DIAG_BY_FAMILY, true);
  message.setUint16(6, flags, true);
  message.setUint32(8, sequence, true);
  bytes[16] = ends.family;
  bytes[17] = IPPROTO_TCP;
  // Sockets in every state.
  message.setUint32(20, 0xffffffff, true);
  message.setUint16(24, ends.fromPort);
  message.setUint16(26, ends.toPort);
  bytes.set(ends.from, 28);
  bytes.set(ends.to, 44);
  // Whatever its cookie is.
  message.setUint32(64, 0xffffffff, true);
  message.setUint32(68, 0xffffffff, true);
  return { bytes, sequence };
}

/** struct inet_diag_msg */
function readSocket(at: number): FoundSocket {
  return {
    isEstablished: answer.getUint8(at + 1) === TCP_ESTABLISHED,
    uid: answer.getUint32(at + 64, true),
    inode: answer.getUint32(at + 68, true),
  };
}

/** Loading node:net for this would take a tenth of a start. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** 4 or 16 bytes; an IPv4 address mapped to IPv6 counts as IPv4. null if it is not an address. */
export function addressBytes(text: string): Uint8Array | null {
  const plain = text.replace(/%.*$/, "");
  if (IPV4.test(plain)) return Uint8Array.from(plain.split("."), Number);
  // It accepts every way to write an address, and returns only one.
  const hostname = /^[\da-f:.]+$/i.test(plain)
    ? URL.parse(`http://[${plain}]/`)?.hostname
    : undefined;
  if (hostname === undefined) return null;
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((list) => (list === "" ? [] : list.split(":").map((word) => parseInt(word, 16))));
  const words = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  const bytes = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 255]));
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  return isMapped ? bytes.slice(12) : bytes;
}
