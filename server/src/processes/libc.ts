import { dlopen } from "bun:ffi";
import { closeSync } from "node:fs";

/** Makes every orphaned descendant a child of this process, so that it can be found. Once is enough. */
export function becomeSubreaper(): boolean {
  subreaper ??= libc()?.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0;
  return subreaper;
}

let subreaper: boolean | null = null;

/**
 * Takes a dead child off the process table. Never one that Bun waits for: Bun would wait forever.
 */
export function reapChild(pid: number): void {
  libc()?.waitpid(pid, null, WNOHANG);
}

/**
 * Whatever `start` starts inherits this soft limit on real-time scheduling, which has no effect at
 * all but can be seen from outside. It is set on ourselves for that moment: set on the child
 * afterwards, it would miss what the child has started by then.
 */
export function withInheritedLimit<Result>(value: bigint, start: () => Result): Result {
  const c = libc();
  const before = new BigUint64Array(2);
  if (!c || c.prlimit(0, RLIMIT_RTTIME, null, before) !== 0) return start();
  const hard = before[1]!;
  if (value > hard) return start();
  c.prlimit(0, RLIMIT_RTTIME, new BigUint64Array([value, hard]), null);
  try {
    return start();
  } finally {
    c.prlimit(0, RLIMIT_RTTIME, before, null);
  }
}

/** The soft limit on real-time scheduling of a process; null when it is gone or someone else's. */
export function inheritedLimitOf(pid: number): bigint | null {
  const c = libc();
  if (!c || c.prlimit(pid, RLIMIT_RTTIME, null, asked) !== 0) return null;
  return asked[0]!;
}

const asked = new BigUint64Array(2);

/**
 * How many files a process may have open: the current limit, and how far it may raise that itself.
 */
interface FileLimit {
  soft: bigint;
  hard: bigint;
}

/** Of this process, or of one of the same user; null if unknown. */
export function openFileLimit(pid = 0): FileLimit | null {
  const c = libc();
  const limit = new BigUint64Array(2);
  if (!c || c.prlimit(pid, RLIMIT_NOFILE, null, limit) !== 0) return null;
  return { soft: limit[0]!, hard: limit[1]! };
}

/** Of this process (0) or a child; false when the system does not allow it. */
export function limitOpenFiles(pid: number, { soft, hard }: FileLimit): boolean {
  return libc()?.prlimit(pid, RLIMIT_NOFILE, new BigUint64Array([soft, hard]), null) === 0;
}

/** A connection to the part of the kernel that knows who has which socket. */
export interface SocketLine {
  send: (request: Uint8Array) => boolean;
  /**
   * Writes the next message into the buffer; returns its length, or less than 1 when there is none.
   */
  receive: (buffer: Uint8Array) => number;
}

/** null where there is no such connection. */
export function openSocketLine(): SocketLine | null {
  const c = libc();
  const handle = c?.socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG) ?? -1;
  if (!c || handle < 0) return null;
  return {
    send: (request) => c.send(handle, request, request.length, MSG_DONTWAIT) === request.length,
    // The kernel answers before send returns, so there is never anything to wait for.
    receive: (buffer) => c.recv(handle, buffer, buffer.length, MSG_DONTWAIT),
  };
}

/**
 * Sends a signal to the process that is checked while it is held, so it cannot be another one that
 * got its number in the meantime. false where the system cannot do that.
 */
export function signalHeldProcess(pid: number, signal: number, isStillIt: () => boolean): boolean {
  const c = libc();
  const handle = Number(c?.syscall(PIDFD_OPEN, pid, 0, 0, 0) ?? -1);
  if (!c || handle < 0) return false;
  try {
    if (isStillIt()) c.syscall(PIDFD_SEND_SIGNAL, handle, signal, 0, 0);
    return true;
  } finally {
    closeSync(handle);
  }
}

const PR_SET_CHILD_SUBREAPER = 36;
const WNOHANG = 1;
const RLIMIT_NOFILE = 7;
const RLIMIT_RTTIME = 15;
const AF_NETLINK = 16;
const SOCK_RAW = 3;
const SOCK_CLOEXEC = 0x80000;
const NETLINK_SOCK_DIAG = 4;
const MSG_DONTWAIT = 0x40;
// System calls of this age have the same number on every architecture.
const PIDFD_SEND_SIGNAL = 424;
const PIDFD_OPEN = 434;

const FUNCTIONS = {
  prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
  waitpid: { args: ["i32", "ptr", "i32"], returns: "i32" },
  prlimit: { args: ["i32", "i32", "ptr", "ptr"], returns: "i32" },
  socket: { args: ["i32", "i32", "i32"], returns: "i32" },
  // Their results are longer, but no message here is.
  send: { args: ["i32", "ptr", "u64", "i32"], returns: "i32" },
  recv: { args: ["i32", "ptr", "u64", "i32"], returns: "i32" },
  syscall: { args: ["i64", "i64", "i64", "i64", "i64"], returns: "i64" },
} as const;

type Libc = ReturnType<typeof dlopen<typeof FUNCTIONS>>["symbols"];

let opened: Libc | null | undefined;

/** null where there is none that we know: then all of the above is simply skipped. */
function libc(): Libc | null {
  opened ??= process.platform === "linux" ? open() : null;
  return opened;
}

function open(): Libc | null {
  for (const name of ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"]) {
    try {
      return dlopen(name, FUNCTIONS).symbols;
    } catch {
      // Another kind of Linux.
    }
  }
  return null;
}
