import { MAX_TRANSCRIPT_PAGE } from "@malamar/contract/plain/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { weightOf, type Slot } from "./event-cache.logic.ts";
import { CHUNK_SIZE, singleRowsOf, toolRow, type Row, type Surroundings } from "./rows.logic.ts";

type Call = Extract<TranscriptEvent, { type: "tool_call" }>;

export type Scanned = {
  /** The newest results, oldest first. */
  rows: readonly Row[];
  /** The number of results, including those that are not kept. */
  count: number;
  /** All events up to this one have been searched. */
  seq: number;
  isStopped: boolean;
  error: unknown;
};

type Deps = {
  matches: (row: Row) => boolean;
  isToldInParts: boolean;
  /** Loaded events need no request. */
  slot: (seq: number) => Slot;
  read: (
    place: { after: number; limit: number },
    signal: AbortSignal,
  ) => Promise<TranscriptEvent[]>;
  /** Lets the page render and react before the next part. */
  nextFrame: (callback: () => void) => void;
  /** Runs the callback a little later: results are shown a few times a second, not per part. */
  soon: (callback: () => void) => void;
  maxRows?: number;
  maxWeight?: number;
};

/** More than anyone scans by eye. Further results need a narrower search. */
const MAX_ROWS = 2_000;
/** In characters, roughly. This many rows with 64 KiB of output each would be too much. */
const MAX_WEIGHT = 24_000_000;
/** Calls without results yet. Agents run only a few at a time. */
const MAX_OPEN_CALLS = 500;

/**
 * Searches a whole transcript for rows, part by part from its beginning, and follows the run. Only
 * matching rows are kept, and of those the newest.
 */
export function createTranscriptScan(deps: Deps) {
  const { maxRows = MAX_ROWS, maxWeight = MAX_WEIGHT } = deps;
  const listeners = new Set<() => void>();
  const openCalls = new Map<string, Call>();
  let life = new AbortController();
  /** The signal of the scan in progress. */
  let working: AbortSignal | null = null;
  let lastSeq = 0;
  let snapshot: Scanned = { rows: [], count: 0, seq: 0, isStopped: false, error: null };

  let shown = snapshot;
  let isDue = false;

  function show() {
    shown = snapshot;
    for (const listener of listeners) listener();
  }

  function showSoon() {
    if (isDue) return;
    isDue = true;
    deps.soon(() => {
      isDue = false;
      show();
    });
  }

  function change(changes: Partial<Scanned>) {
    snapshot = { ...snapshot, ...changes };
    show();
  }

  /** Ends the scan in progress. */
  function renew() {
    life.abort();
    life = new AbortController();
  }

  async function goOn(): Promise<void> {
    const { signal } = life;
    if (working === signal || snapshot.isStopped || snapshot.error !== null) return;
    working = signal;
    try {
      while (snapshot.seq < lastSeq && !signal.aborted) {
        await nextPart(signal);
        await new Promise<void>((resolve) => deps.nextFrame(resolve));
      }
    } catch (error) {
      if (!signal.aborted) change({ error });
    } finally {
      if (working === signal) working = null;
    }
  }

  async function nextPart(signal: AbortSignal) {
    const after = snapshot.seq;
    const known = knownFrom(after + 1);
    if (known !== null) return take(known.events, known.last);
    const events = await deps.read({ after, limit: MAX_TRANSCRIPT_PAGE }, signal);
    if (signal.aborted) return;
    // An empty response means that no events exist up to the last number.
    take(events, events.at(-1)?.seq ?? lastSeq);
  }

  /** The loaded events from here on, if they are enough to save a request or reach the end. */
  function knownFrom(first: number): { events: TranscriptEvent[]; last: number } | null {
    const events: TranscriptEvent[] = [];
    const most = Math.min(lastSeq, first + MAX_TRANSCRIPT_PAGE - 1);
    let seq = first;
    for (; seq <= most; seq++) {
      const slot = deps.slot(seq);
      if (slot === undefined) break;
      if (slot !== null) events.push(slot);
    }
    return seq > most ? { events, last: most } : null;
  }

  function take(events: readonly TranscriptEvent[], last: number) {
    const found = rowsIn(events).filter(deps.matches);
    const rows = merged(snapshot.rows, found);
    const count = snapshot.count + rows.length - snapshot.rows.length;
    snapshot = { ...snapshot, seq: last, count, rows: newest(rows) };
    if (last < lastSeq) showSoon();
    else show();
  }

  function rowsIn(events: readonly TranscriptEvent[]): Row[] {
    const slots = new Map(events.map((event) => [event.seq, event]));
    const calls = new Map(events.flatMap((event) => idOf(event, "tool_call")));
    const results = new Map(events.flatMap((event) => idOf(event, "tool_result")));
    /** Calls from earlier parts: only their results tell whether they match. */
    const answered = [...openCalls.values()].filter(({ id }) => results.has(id) && !calls.has(id));
    const surroundings: Surroundings = {
      isToldInParts: deps.isToldInParts,
      // The view knows whether the run still works on it.
      isRunning: true,
      tailStart: 1,
      hasCall: ({ id }) => calls.has(id) || openCalls.has(id),
      resultOf: (id, callSeq) => {
        const result = results.get(id);
        return result?.type === "tool_result" && result.seq > callSeq ? result : null;
      },
    };
    // A number without an event is not a gap here: the server was asked for it.
    const slotAt = (seq: number) => slots.get(seq) ?? null;
    const rows: Row[] = answered.map((call) => toolRow(call, surroundings));
    for (const [first, last] of chunksOf(events)) {
      rows.push(...singleRowsOf(slotAt, first, last, surroundings));
    }
    for (const { id } of answered) openCalls.delete(id);
    for (const call of calls.values()) {
      if (call.type === "tool_call" && !results.has(call.id)) remember(call);
    }
    return rows;
  }

  function remember(call: Call) {
    openCalls.set(call.id, call);
    const [oldest] = openCalls.keys();
    if (openCalls.size > MAX_OPEN_CALLS && oldest !== undefined) openCalls.delete(oldest);
  }

  /** The newest rows, up to the limits. */
  function newest(rows: readonly Row[]): readonly Row[] {
    let from = rows.length;
    let weight = 0;
    while (from > 0 && rows.length - from < maxRows) {
      weight += weightOf(rows[from - 1]);
      if (weight > maxWeight && from < rows.length) break;
      from--;
    }
    return from === 0 ? rows : rows.slice(from);
  }

  return {
    snapshot: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) renew();
      };
    },
    /** Events exist up to this number. */
    goOn: (upTo: number) => {
      lastSeq = Math.max(lastSeq, upTo);
      void goOn();
    },
    stop: () => {
      renew();
      change({ isStopped: true });
    },
    resume: () => {
      change({ isStopped: false, error: null });
      void goOn();
    },
  };
}

/**
 * The same chunks as in the view: consecutive texts form one row within a chunk, so no row is too
 * large to render.
 */
function chunksOf(events: readonly TranscriptEvent[]): [number, number][] {
  const chunks: [number, number][] = [];
  const last = events.at(-1)?.seq ?? 0;
  for (let first = events[0]?.seq ?? 1; first <= last;) {
    const end = Math.ceil(first / CHUNK_SIZE) * CHUNK_SIZE;
    chunks.push([first, Math.min(end, last)]);
    first = end + 1;
  }
  return chunks;
}

/** Merges in order. A row found again, now with its result, replaces the earlier one. */
function merged(rows: readonly Row[], found: readonly Row[]): readonly Row[] {
  if (found.length === 0) return rows;
  const isAgain = new Set(found.map(({ seq }) => seq));
  const others = rows.filter(({ seq }) => !isAgain.has(seq));
  return [...others, ...found].toSorted((a, b) => a.seq - b.seq);
}

function idOf(
  event: TranscriptEvent,
  type: "tool_call" | "tool_result",
): [string, TranscriptEvent][] {
  return event.type === type ? [[event.id, event]] : [];
}

export type TranscriptScan = ReturnType<typeof createTranscriptScan>;
