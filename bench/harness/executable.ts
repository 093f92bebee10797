import { join } from "node:path";
import { OWN_PROGRAM } from "@malamar/server/lib/own-program.ts";
import type { ChildName } from "../servers/index.ts";
import { timeToFirst200 } from "./start-time.ts";

export function timeToStart(dataDir: string): Promise<number> {
  const places = ["--data-dir", dataDir, "--temp-dir", join(dataDir, "temp")];
  return timeToFirst200((port) => [...OWN_PROGRAM, "--port", `${port}`, ...places]);
}

/** How to start a program of servers/. */
export function childCommand(name: ChildName, args: readonly string[]): string[] {
  return [...OWN_PROGRAM, "bench-child", name, ...args];
}
