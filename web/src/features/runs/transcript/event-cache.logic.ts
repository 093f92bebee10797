import type { TranscriptEvent } from "@malamar/contract/transcript.ts";

/** The number of events per page. One request loads one page. */
export const PAGE_SIZE = 200;

/** Ten thousand events: far more than a window shows, and few enough to keep for hours. */
const MAX_PAGES = 50;

/**
 * In characters, roughly. Some runs have events of 64 KiB, and fifty pages of those would be too
 * much.
 */
const MAX_WEIGHT = 24_000_000;

export type ToolResult = Extract<TranscriptEvent, { type: "tool_result" }>;

/** null: no event has this number. undefined: not loaded yet. */
export type Slot = TranscriptEvent | null | undefined;

interface Page {
  slots: Slot[];
  weight: number;
}

/**
 * The loaded events of a transcript, by number. The least recently used ones are dropped, so that a
 * run of any length uses the same memory.
 */
export function createEventCache({ maxPages = MAX_PAGES, maxWeight = MAX_WEIGHT } = {}) {
  // In the order of their last use.
  const pages = new Map<number, Page>();
  const callsOf = new Map<string, Set<number>>();
  const resultsOf = new Map<string, Map<number, ToolResult>>();
  let weight = 0;

  function pageFor(index: number): Page {
    const known = pages.get(index);
    if (known) return known;
    const page = { slots: [], weight: 0 };
    pages.set(index, page);
    return page;
  }

  function slot(seq: number): Slot {
    return pages.get(pageOf(seq))?.slots[placeOf(seq)];
  }

  function add(event: TranscriptEvent) {
    const page = pageFor(pageOf(event.seq));
    if (page.slots[placeOf(event.seq)]) return;
    page.slots[placeOf(event.seq)] = event;
    const size = weightOf(event);
    page.weight += size;
    weight += size;
    if (event.type === "tool_call") entry(callsOf, event.id, () => new Set()).add(event.seq);
    if (event.type === "tool_result") {
      entry(resultsOf, event.id, () => new Map()).set(event.seq, event);
    }
  }

  function drop(index: number, page: Page) {
    pages.delete(index);
    weight -= page.weight;
    for (const event of page.slots) {
      if (event?.type === "tool_call") remove(callsOf, event.id, event.seq);
      if (event?.type === "tool_result") remove(resultsOf, event.id, event.seq);
    }
  }

  /** The first result after a call. */
  function resultOf(id: string, callSeq: number): ToolResult | null {
    let found: ToolResult | null = null;
    for (const [seq, result] of resultsOf.get(id) ?? []) {
      if (seq > callSeq && (found === null || seq < found.seq)) found = result;
    }
    return found;
  }

  return {
    add,
    slot,

    /** Marks numbers that were requested but do not exist, as in a damaged file. */
    markMissing(from: number, to: number) {
      for (let seq = from; seq <= to; seq++) {
        const { slots } = pageFor(pageOf(seq));
        if (slots[placeOf(seq)] === undefined) slots[placeOf(seq)] = null;
      }
    },

    /** The first number in this range that has not been loaded. */
    firstUnknown(from: number, to: number): number | null {
      for (let seq = from; seq <= to; seq++) {
        if (slot(seq) === undefined) return seq;
      }
      return null;
    },

    /** Everything from here to `lastSeq` is loaded. */
    tailStart(lastSeq: number): number {
      let seq = lastSeq;
      while (seq > 0 && slot(seq) !== undefined) seq--;
      return seq + 1;
    },

    /** Whether the call of this result is loaded. */
    hasCall: ({ id, seq }: ToolResult): boolean =>
      [...(callsOf.get(id) ?? [])].some((call) => call < seq),

    resultOf,

    /** Drops the least recently used pages, except those in this range. */
    tidy(from: number, to: number) {
      for (let index = pageOf(from); index <= pageOf(to); index++) {
        const page = pages.get(index);
        if (!page) continue;
        pages.delete(index);
        pages.set(index, page);
      }
      for (const [index, page] of pages) {
        if (pages.size <= maxPages && weight <= maxWeight) return;
        if (index < pageOf(from) || index > pageOf(to)) drop(index, page);
      }
    },

    pageCount: () => pages.size,
  };
}

export type EventCache = ReturnType<typeof createEventCache>;

function pageOf(seq: number): number {
  return Math.floor((seq - 1) / PAGE_SIZE);
}

function placeOf(seq: number): number {
  return (seq - 1) % PAGE_SIZE;
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}

type Numbers = { size: number; delete: (seq: number) => boolean };

function remove<Value extends Numbers>(map: Map<string, Value>, key: string, seq: number) {
  const numbers = map.get(key);
  numbers?.delete(seq);
  if (numbers?.size === 0) map.delete(key);
}

/** The approximate cost of an event without text. */
const BARE_WEIGHT = 200;

/** The approximate memory that a value takes up. */
export function weightOf(value: unknown): number {
  return BARE_WEIGHT + textIn(value);
}

function textIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let length = 0;
  for (const part of Object.values(value)) length += textIn(part);
  return length;
}
