import { basename } from "node:path";
import type { ProcessEntry, ProcessTable } from "./process-table.ts";
import { outputOf } from "./process.ts";

/** UNTESTED: written from the manual of ps; there was no macOS to try it on. */
export async function readMacosProcessTable(): Promise<ProcessTable> {
  return parseProcessList(
    await outputOf(["ps", "-axww", "-E", "-o", "pid=,ppid=,pgid=,stat=,lstart=,command="]),
  );
}

/** `-E` appends the variables to the command, all separated by spaces. */
export function parseProcessList(text: string): ProcessTable {
  const rows = new Map<number, { entry: ProcessEntry; words: readonly string[] }>();
  for (const line of text.split("\n")) {
    const [pid, parent, group, state, ...rest] = line.trim().split(/\s+/);
    if (!pid || !state) continue;
    // "Sun Nov 15 10:08:00 2026"
    const startTime = rest.slice(0, 5).join(" ");
    const words = rest.slice(5);
    const entry = {
      pid: Number(pid),
      startTime,
      parent: Number(parent),
      group: Number(group),
      state: state.charAt(0),
      name: basename(words[0] ?? ""),
    };
    rows.set(entry.pid, { entry, words });
  }
  return {
    all: () => [...rows.keys()],
    read: (pid) => rows.get(pid)?.entry ?? null,
    childrenOf: (pid) =>
      [...rows.values()].filter(({ entry }) => entry.parent === pid).map(({ entry }) => entry.pid),
    variablesOf: (pid) => rows.get(pid)?.words ?? [],
    limitOf: () => null,
    sessionOf: () => null,
  };
}
