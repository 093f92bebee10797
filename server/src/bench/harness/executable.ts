import { join } from "node:path";
import { ownProgram } from "#engines/clis/own-program.ts";
import type { ChildName } from "../servers/index.ts";
import { timeToFirst200 } from "./start-time.ts";

/** The very program that measures is measured. */
export const MALAMAR = ownProgram(process.execPath, import.meta.dir);

export function timeToStart(dataDir: string): Promise<number> {
  const places = ["--data-dir", dataDir, "--temp-dir", join(dataDir, "temp")];
  return timeToFirst200((port) => [...MALAMAR, "--port", `${port}`, ...places]);
}

/** How a program of servers/ is started. */
export function childCommand(name: ChildName, args: readonly string[]): string[] {
  return [...MALAMAR, "bench-child", name, ...args];
}
