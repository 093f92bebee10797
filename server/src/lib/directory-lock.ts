import { dlopen, read } from "bun:ffi";
import { closeSync, constants, openSync } from "node:fs";

/** The lock, which can be released; "taken" when someone else has it; null if unknown. */
type Attempt = { release: () => void } | "taken" | null;

/**
 * Locks a directory itself, which unlike a file in it cannot be removed while it has content. The
 * kernel frees the lock with the process, and no child inherits it.
 */
export function tryLockDirectory(path: string): Attempt {
  const system = systemOf(process.platform);
  const c = system && libc(system);
  if (!c) return null;
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | system.closeOnExec);
  if (c.flock(fd, LOCK_EX | LOCK_NB) === 0) return { release: () => closeSync(fd) };
  const location = c.errno();
  const error = location === null ? 0 : read.i32(location, 0);
  closeSync(fd);
  // Some network file systems cannot lock directories.
  return error === system.wouldBlock ? "taken" : null;
}

const LOCK_EX = 2;
const LOCK_NB = 4;

interface System {
  libraries: readonly string[];
  /** The function that returns the address of this thread's last error. */
  errno: string;
  wouldBlock: number;
  closeOnExec: number;
}

const LINUX: System = {
  libraries: ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
  errno: "__errno_location",
  wouldBlock: 11,
  closeOnExec: 0o2000000,
};

const MACOS: System = {
  libraries: ["libSystem.B.dylib"],
  errno: "__error",
  wouldBlock: 35,
  closeOnExec: 0x1000000,
};

function systemOf(platform: NodeJS.Platform): System | null {
  if (platform === "linux") return LINUX;
  return platform === "darwin" ? MACOS : null;
}

type Libc = ReturnType<typeof open>;

let opened: Libc | undefined;

function libc(system: System): Libc {
  return (opened ??= open(system));
}

function open(system: System) {
  for (const name of system.libraries) {
    try {
      const { symbols } = dlopen(name, {
        flock: { args: ["i32", "i32"], returns: "i32" },
        [system.errno]: { args: [], returns: "ptr" },
      });
      // Both exist, or it would not have opened; a computed name has no type of its own.
      const functions = symbols as unknown as Record<string, (...values: number[]) => number>;
      return { flock: functions["flock"]!, errno: functions[system.errno]! };
    } catch {
      // Another kind of system.
    }
  }
  return null;
}
