import { readdirSync, readFileSync } from "node:fs";

/** A pid alone may belong to another process a moment later; with its start time it is unique. */
export interface ProcessIdentity {
  pid: number;
  /** In the system's own format, only to be compared. */
  startTime: string;
}

export interface ProcessEntry extends ProcessIdentity {
  parent: number;
  group: number;
  /** One letter as in ps: R, S, D, T, Z … */
  state: string;
  name: string;
}

/** The processes on this machine. */
export interface ProcessTable {
  all: () => readonly number[];
  read: (pid: number) => ProcessEntry | null;
  childrenOf: (pid: number) => readonly number[];
  /** As NAME=value; empty when they cannot be read. */
  variablesOf: (pid: number) => readonly string[];
  /** The limit that serves as a mark; null where there is none. */
  limitOf: (pid: number) => bigint | null;
  /** By the pid of the process that began it, which may be gone; null if unknown. */
  sessionOf: (pid: number) => number | null;
}

/** Dead, but not yet taken off the table by its parent. */
export function isDead(entry: ProcessEntry): boolean {
  return entry.state === "Z" || entry.state === "X";
}

export const linuxProcessTable: ProcessTable = {
  all: () => readNames("/proc").map(Number).filter(Number.isInteger),
  read: (pid) => readStat(pid)?.entry ?? null,
  childrenOf,
  variablesOf: (pid) => readText(`/proc/${pid}/environ`)?.split("\0") ?? [],
  limitOf,
  sessionOf: (pid) => readStat(pid)?.session ?? null,
};

function readStat(pid: number): { entry: ProcessEntry; session: number } | null {
  const text = readText(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name is in brackets and may contain anything, even brackets.
  const end = text.lastIndexOf(")");
  const name = text.slice(text.indexOf("(") + 1, end);
  const [state = "X", parent, group, session, ...rest] = text.slice(end + 2).split(" ");
  // proc(5) counts from 1: the state is field 3, the start time field 22.
  const startTime = rest[22 - 7] ?? "";
  const isDying = state === "Z" && readNames(`/proc/${pid}/task`).length > 1;
  const entry = {
    pid,
    startTime,
    parent: Number(parent),
    group: Number(group),
    // This is the state of the first thread. While others live, the process has not let go of its
    // children.
    state: isDying ? "R" : state,
    name,
  };
  return { entry, session: Number(session) };
}

function childrenOf(pid: number): readonly number[] {
  // Ours are those of the first thread: it starts them, and the kernel hands orphans to the first
  // thread that lives. The others are a dozen, and this is asked at the end of every run.
  const threads = pid === process.pid ? [`${pid}`] : readNames(`/proc/${pid}/task`);
  const lists = threads.map((thread) => readText(`/proc/${pid}/task/${thread}/children`));
  if (threads.length > 0 && lists.every((list) => list === null)) return childrenByParent(pid);
  return lists.flatMap((list) => (list ?? "").split(" ").filter(Boolean).map(Number));
}

/** Some kernels are built without the lists of children. */
function childrenByParent(parent: number): readonly number[] {
  return linuxProcessTable.all().filter((pid) => readStat(pid)?.entry.parent === parent);
}

function limitOf(pid: number): bigint | null {
  const soft = /^Max realtime timeout\s+(\d+)/m.exec(readText(`/proc/${pid}/limits`) ?? "")?.[1];
  return soft === undefined ? null : BigInt(soft);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process is gone, or belongs to someone else.
    return null;
  }
}

function readNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
