import { readdirSync, readFileSync } from "node:fs";

/** What the system reports about a process. */
export interface Vitals {
  memoryMb: number;
  descriptors: number;
  threads: number;
}

/** The first reading, the highest of each figure, and the last reading. */
export type Course = Readonly<Record<"first" | "highest" | "last", Vitals>>;

/** null where the system does not report it, and when the process is gone. */
export function vitalsOf(pid: number): Vitals | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const figure = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return {
      memoryMb: Math.round(figure("VmRSS") / 1024),
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      threads: figure("Threads"),
    };
  } catch {
    return null;
  }
}

/** Takes a reading now and then, and remembers them. */
export function createCourse() {
  let course: Course | null = null;
  return {
    look(pid: number): Vitals | null {
      const last = vitalsOf(pid);
      if (last)
        course = { first: course?.first ?? last, highest: higher(course?.highest, last), last };
      return last;
    },
    course: () => course,
  };
}

function higher(before: Vitals | undefined, now: Vitals): Vitals {
  const most = (figure: keyof Vitals) => Math.max(before?.[figure] ?? 0, now[figure]);
  return { memoryMb: most("memoryMb"), descriptors: most("descriptors"), threads: most("threads") };
}
