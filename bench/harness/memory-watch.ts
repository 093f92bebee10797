import { readFileSync } from "node:fs";
import { medianOf } from "./statistics.ts";

const SAMPLE_MS = 20;

/**
 * Where the growth begins and ends, as shares of everything written: around 100 MB and at the end
 * of 1 GB. Wide, because the heap varies by some 20 MB between two collections.
 */
const EARLY = { from: 0.05, to: 0.2 };
const LATE = { from: 0.8, to: 1 };

/**
 * MB that a process grows from the first tenth of some work to its end; measured from outside,
 * because it is busy.
 */
export async function growthDuring(
  work: () => Promise<void>,
  { pid, written }: { pid: number; written: () => number },
): Promise<number> {
  const samples: { written: number; memory: number }[] = [];
  const timer = setInterval(
    () => samples.push({ written: written(), memory: megabytesOf(pid) }),
    SAMPLE_MS,
  );
  await work();
  clearInterval(timer);
  const all = written();
  const memoryIn = ({ from, to }: typeof EARLY) =>
    samples
      .filter((sample) => sample.written >= all * from && sample.written <= all * to)
      .map(({ memory }) => memory);
  return medianOf(memoryIn(LATE)) - medianOf(memoryIn(EARLY));
}

/** The most MB that a process has during some work, beyond what it had before. */
export async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = megabytesOf(pid);
  let most = before;
  const look = () => (most = Math.max(most, megabytesOf(pid)));
  const timer = setInterval(look, SAMPLE_MS);
  await work();
  clearInterval(timer);
  look();
  return most - before;
}

function megabytesOf(pid: number): number {
  const kilobytes =
    process.platform === "linux"
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
      : Bun.spawnSync(["/bin/ps", "-o", "rss=", "-p", `${pid}`]).stdout.toString();
  return Number(kilobytes) / 1024;
}
