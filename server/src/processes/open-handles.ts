import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether a process has this open: a path, or a socket as `socket:[inode]`. Linux only. */
export function hasOpen(pid: number, target: string): boolean {
  return lookIn(pid, target) === true;
}

/** The same; null if we may not look. */
export function lookIn(pid: number, target: string): boolean | null {
  const folder = `/proc/${pid}/fd`;
  try {
    // Newest first: it was mostly opened just now.
    const handles = readdirSync(folder).toReversed();
    return handles.some((handle) => leadsTo(`${folder}/${handle}`, target));
  } catch (error) {
    // Otherwise it is gone.
    return isRefusal(error) ? null : false;
  }
}

/** The first wanted thing that a process has open; null if there is none, or we may not look. */
export function findOpen(pid: number, isWanted: (target: string) => boolean): string | null {
  const targets = handlesOf(pid).map(({ target }) => target);
  return targets.find(isWanted) ?? null;
}

/** Whether the kernel says that a process holds a lock on this file or folder. Linux only. */
export function hasLocked(pid: number, path: string): boolean {
  const handles = handlesOf(pid).filter(({ target }) => target === path);
  return handles.some(({ handle }) => LOCK_LINE.test(readInfo(pid, handle)));
}

const LOCK_LINE = /^lock:/m;

function handlesOf(pid: number): { handle: string; target: string }[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((handle) => ({
      handle,
      target: targetOf(`/proc/${pid}/fd/${handle}`),
    }));
  } catch {
    return [];
  }
}

function readInfo(pid: number, handle: string): string {
  try {
    return readFileSync(`/proc/${pid}/fdinfo/${handle}`, "utf8");
  } catch {
    return "";
  }
}

/** It ends or is gone, or its first thread is. */
export function hasNothingOpen(pid: number): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).length === 0;
  } catch {
    return true;
  }
}

/** Whose it is; null when it is gone. */
export function userOf(pid: number): number | null {
  try {
    const [, user] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return user === undefined ? null : Number(user);
  } catch {
    return null;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EACCES";
}

function leadsTo(path: string, target: string): boolean {
  return targetOf(path) === target;
}

/** Empty if it was closed in the meantime. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
