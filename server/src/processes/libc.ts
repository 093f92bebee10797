import { dlopen } from "bun:ffi";
import { closeSync } from "node:fs";

/** Makes every orphaned descendant a child of this process, so that it can be found. Once is enough. */
export function becomeSubreaper(): boolean {
  subreaper ??= libc()?.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) === 0;
  return subreaper;
}

let subreaper: boolean | null = null;

/** Takes a dead child off the process table. Never one that Bun waits for: it would wait for ever. */
export function reapChild(pid: number): void {
  libc()?.waitpid(pid, null, WNOHANG);
}

/**
 * Whatever `start` starts inherits this soft limit on real-time scheduling, which has no effect at all
 * but can be seen from outside. Set on ourselves for that moment: set on the child afterwards, it
 * would miss what the child has started by then.
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

/**
 * Sends a signal to the process that is checked while it is held, so that it cannot be another one
 * that got its number meanwhile. false where the system cannot do that.
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
const RLIMIT_RTTIME = 15;
// System calls of this age have the same number on every architecture.
const PIDFD_SEND_SIGNAL = 424;
const PIDFD_OPEN = 434;

const FUNCTIONS = {
  prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" },
  waitpid: { args: ["i32", "ptr", "i32"], returns: "i32" },
  prlimit: { args: ["i32", "i32", "ptr", "ptr"], returns: "i32" },
  syscall: { args: ["i64", "i64", "i64", "i64", "i64"], returns: "i64" },
} as const;

type Libc = ReturnType<typeof dlopen<typeof FUNCTIONS>>["symbols"];

let opened: Libc | null | undefined;

/** null where there is none that we know: then all of the above is simply not done. */
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
