import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expandHome } from "#lib/expand-home.ts";

/**
 * The target of a command: a file, or the usual name in a directory, by default the current one.
 */
export function fileToWrite(wanted: string | undefined, usualName: string): string {
  const path = resolve(expandHome(wanted ?? "."));
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isDirectory ? join(path, usualName) : path;
}

/** A time as part of a file name, such as 20260131-173000, in UTC like all others. */
export function fileStamp(time: string): string {
  return time.replaceAll(/[-:]/g, "").replace("T", "-").slice(0, 15);
}

/** "1 run", "2 runs". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
}
