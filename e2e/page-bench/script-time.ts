import type { Browser, Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args?: { name?: string };
}

export interface ScriptTime {
  /** All script of the main thread. */
  totalMs: number;
  /** The most script within one task: how long the page was blocked because of us. */
  longestTaskMs: number;
}

/** Where the browser enters JavaScript. They nest, so their union counts. */
const SCRIPT = new Set([
  "FunctionCall",
  "EvaluateScript",
  "RunMicrotasks",
  "FireAnimationFrame",
  "TimerFire",
  "EventDispatch",
]);

/** The script on the page's main thread during an action, from the browser's own trace. */
export async function scriptTimeOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<ScriptTime> {
  return scriptTime(await traceOf(browser, page, work));
}

export async function traceOf(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<TraceEvent[]> {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"],
  });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return trace.traceEvents;
}

/** Script, style, layout and all: how long the page was blocked. */
export function longestTaskMs(events: readonly TraceEvent[]): number {
  const main = mainThread(events);
  const tasks = events.filter((event) => threadOf(event) === main && event.name === "RunTask");
  return Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000;
}

export function scriptTime(events: readonly TraceEvent[]): ScriptTime {
  const main = mainThread(events);
  const own = events.filter((event) => threadOf(event) === main && event.ph === "X");
  const script = merged(own.filter(({ name }) => SCRIPT.has(name)).map(spanOf));
  const tasks = own.filter(({ name }) => name === "RunTask").map(spanOf);
  return {
    totalMs: sum(script.map(lengthOf)) / 1000,
    longestTaskMs: Math.max(0, ...scriptWithin(tasks, script)) / 1000,
  };
}

type Span = { from: number; to: number };

/** Both sorted by time, without overlapping tasks: one walk over both. */
function scriptWithin(tasks: Span[], script: readonly Span[]): number[] {
  let at = 0;
  return tasks
    .toSorted((a, b) => a.from - b.from)
    .map((task) => {
      while (at < script.length && script[at]!.to <= task.from) at++;
      let inside = 0;
      for (let next = at; next < script.length && script[next]!.from < task.to; next++) {
        inside += Math.min(task.to, script[next]!.to) - Math.max(task.from, script[next]!.from);
      }
      return inside;
    });
}

/** The main thread with the most script: a browser has one for each site. */
function mainThread(events: readonly TraceEvent[]): string | undefined {
  const mains = events
    .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
    .map(threadOf);
  const busy = (thread: string) =>
    sum(events.filter((event) => threadOf(event) === thread).map((event) => event.dur ?? 0));
  return mains.toSorted((a, b) => busy(b) - busy(a))[0];
}

function merged(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else apart.push({ ...span });
  }
  return apart;
}

function spanOf({ ts, dur = 0 }: TraceEvent): Span {
  return { from: ts, to: ts + dur };
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
