import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { until } from "./until.ts";

/** A pid may belong to another process a moment later; with its start time it is unique. */
export interface Process {
  pid: number;
  startTime: string;
  parent: number;
  /** For the person who reads that it survived. */
  command: string;
}

/** null when there is none, or only its entry in the process table. */
export function readProcess(pid: number): Process | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The name is in brackets and may contain anything, even brackets.
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === "Z" || state === "X") return null;
  // proc(5) counts from 1: the parent is field 4, the start time field 22.
  const startTime = rest[22 - 5] ?? "";
  const command = (readText(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ").trim();
  return { pid, startTime, parent: Number(parent), command };
}

export function isAlive({ pid, startTime }: Process): boolean {
  return readProcess(pid)?.startTime === startTime;
}

/**
 * Processes that work in a directory or below it. A tool can drop its environment, but not its
 * directory.
 */
export function processesIn(dir: string): Process[] {
  return processes(({ pid }) => {
    const place = placeOf(pid);
    return place === dir || place?.startsWith(`${dir}/`) === true;
  });
}

/** Processes that have one of these variables, each as NAME=value. */
export function processesWith(variables: ReadonlySet<string>): Process[] {
  return processes(({ pid }) => variablesOf(pid).some((variable) => variables.has(variable)));
}

export function variablesOf(pid: number): string[] {
  return readText(`/proc/${pid}/environ`)?.split("\0") ?? [];
}

/** Those that it has started and that still run. */
export function childrenOf(pid: number): Process[] {
  return threadsOf(pid)
    .flatMap((thread) => readText(`/proc/${pid}/task/${thread}/children`)?.split(" ") ?? [])
    .map((child) => readProcess(Number(child)))
    .filter((process) => process !== null);
}

export function isDescendant(process: Process, ancestor: number): boolean {
  for (let at: Process | null = process; at; at = readProcess(at.parent)) {
    if (at.parent === ancestor) return true;
  }
  return false;
}

/** Kills them and waits until they are gone. */
export async function endProcesses(ended: readonly Process[]): Promise<void> {
  for (const process of ended.filter(isAlive)) kill(process.pid);
  await until(() => !ended.some(isAlive), "the processes of a test are gone");
}

function processes(matches: (process: Process) => boolean): Process[] {
  return pids()
    .map(readProcess)
    .filter((process) => process !== null)
    .filter(matches);
}

function pids(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    // Not Linux: these tests cannot look there.
    return [];
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function placeOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It is gone, or belongs to someone else.
    return null;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended on its own.
  }
}
