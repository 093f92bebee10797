import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import type { Slot, ToolResult } from "./event-cache.logic.ts";
import { toolDetail } from "./tool-detail.logic.ts";
import { toolKind } from "./tool-kind.logic.ts";

type EventOf<Type extends TranscriptEvent["type"]> = Extract<TranscriptEvent, { type: Type }>;
type SingleEvent = EventOf<"started" | "thinking" | "file_change" | "notice" | "raw" | "finished">;

/** unknown: the result may not be loaded yet. none: the run ended without one. */
export type ToolState = "running" | "ok" | "failed" | "none" | "unknown";

export type Tool = {
  kind: "tool";
  call: EventOf<"tool_call">;
  result: ToolResult | null;
  state: ToolState;
};

export type At = { seq: number; at: string };

/** A row of the log. `seq` is the number of its first event. */
export type Row = At &
  (
    | { kind: "text"; texts: readonly string[] }
    | { kind: "stderr"; text: string }
    | Tool
    /** Consecutive reads and searches. */
    | { kind: "group"; tools: readonly (At & Tool)[] }
    | { kind: "result"; result: ToolResult }
    | { kind: "event"; event: SingleEvent }
    | { kind: "gap"; count: number }
  );

export type Surroundings = {
  /** The CLI splits a text into parts that belong together. */
  isToldInParts: boolean;
  isRunning: boolean;
  tailStart: number;
  hasCall: (result: ToolResult) => boolean;
  resultOf: (id: string, callSeq: number) => ToolResult | null;
};

/** The number of events that are rendered, measured and dropped together. */
export const CHUNK_SIZE = 20;

export type SlotAt = (seq: number) => Slot;

/** The rows of the events from `first` on, without grouping. */
export function singleRowsOf(
  slotAt: SlotAt,
  first: number,
  last: number,
  surroundings: Surroundings,
): Row[] {
  const rows: Row[] = [];
  for (let seq = first; seq <= last; seq++) addTo(rows, slotAt, seq, surroundings);
  return surroundings.isToldInParts ? joinParts(rows, slotAt, last) : rows;
}

function addTo(rows: Row[], slotAt: SlotAt, seq: number, surroundings: Surroundings) {
  const slot = slotAt(seq);
  if (slot === null) return;
  const last = rows.at(-1);
  // An event between two others splits them, even if it has no row.
  const before = slot && typeBefore(slotAt, seq) === slot.type ? last : undefined;
  if (slot === undefined) {
    if (last?.kind === "gap") last.count++;
    else rows.push({ kind: "gap", seq, at: "", count: 1 });
    return;
  }
  if (slot.type === "text" && before?.kind === "text") {
    rows[rows.length - 1] = { ...before, texts: [...before.texts, slot.text] };
    return;
  }
  if (slot.type === "stderr" && before?.kind === "stderr") {
    rows[rows.length - 1] = { ...before, text: before.text + slot.text };
    return;
  }
  if (isToldElsewhere(slotAt, slot, surroundings)) return;
  const row = rowOf(slot, surroundings);
  if (row !== null) rows.push(row);
}

/**
 * Whether an event has no row of its own, because a call's row includes it or it is not shown at
 * all.
 */
export function isToldElsewhere(
  slotAt: SlotAt,
  event: TranscriptEvent,
  { hasCall }: Pick<Surroundings, "hasCall">,
): boolean {
  if (event.type === "tool_result") return hasCall(event);
  if (event.type === "file_change") return isChangedByCall(slotAt, event);
  return event.type === "usage";
}

/** CLIs report a change right after the call that made it, but several calls may run at once. */
const CALLS_BEFORE_CHANGE = 40;

function isChangedByCall(slotAt: SlotAt, { seq, path }: EventOf<"file_change">): boolean {
  for (let at = seq - 1; at > Math.max(0, seq - CALLS_BEFORE_CHANGE); at--) {
    const slot = slotAt(at);
    if (slot?.type !== "tool_call") continue;
    const kind = toolKind(slot.name);
    if (kind !== "edit" && kind !== "write") continue;
    if (toolDetail(slot.name, slot.input).path === path) return true;
  }
  return false;
}

function rowOf(event: TranscriptEvent, surroundings: Surroundings): Row | null {
  const { seq, at } = event;
  switch (event.type) {
    case "text":
      return { kind: "text", seq, at, texts: [event.text] };
    case "stderr":
      return { kind: "stderr", seq, at, text: event.text };
    case "tool_call":
      return toolRow(event, surroundings);
    case "tool_result":
      return { kind: "result", seq, at, result: event };
    case "usage":
      return null;
    case "started":
    case "thinking":
    case "file_change":
    case "notice":
    case "raw":
    case "finished":
      return { kind: "event", seq, at, event };
    default:
      return unknownRow(event);
  }
}

/** A newer server may send events that this page does not know. */
function unknownRow(event: never): Row {
  const { seq, at } = event as { seq: number; at: string };
  return {
    kind: "event",
    seq,
    at,
    event: { type: "raw", seq, at, line: JSON.stringify(event) },
  };
}

export function toolRow(call: EventOf<"tool_call">, surroundings: Surroundings): At & Tool {
  const { seq, at } = call;
  const result = surroundings.resultOf(call.id, seq);
  return { kind: "tool", seq, at, call, result, state: stateOf(call, result, surroundings) };
}

function stateOf(
  { seq }: EventOf<"tool_call">,
  result: ToolResult | null,
  { tailStart, isRunning }: Surroundings,
): ToolState {
  if (result !== null) return result.is_error ? "failed" : "ok";
  if (seq < tailStart) return "unknown";
  return isRunning ? "running" : "none";
}

/**
 * Joins the parts of a text. If the text continues after the last of these events, its paragraph is
 * completed here. If it started before them, the rest of that paragraph is left out, because it is
 * shown there.
 */
function joinParts(rows: readonly Row[], slotAt: SlotAt, last: number): Row[] {
  return rows.flatMap((row, index): Row | Row[] => {
    if (row.kind !== "text") return row;
    const isContinuation = index === 0 && typeBefore(slotAt, row.seq) === "text";
    const isContinued = index === rows.length - 1 && typeBefore(slotAt, last + 1) === "text";
    const joined = row.texts.join("");
    const own = isContinuation ? joined.slice(headLength(joined)) : joined;
    const rest = isContinued ? partsFrom(slotAt, last + 1) : "";
    const text = own + rest.slice(0, headLength(rest));
    return text === "" ? [] : { ...row, texts: [text] };
  });
}

/** The parts that follow, as far as they are in the next chunk's first row. */
function partsFrom(slotAt: SlotAt, from: number): string {
  let text = "";
  for (let seq = from; seq < from + CHUNK_SIZE; seq++) {
    const slot = slotAt(seq);
    if (isNothing(slot)) continue;
    if (slot?.type !== "text") break;
    text += slot.text;
  }
  return text;
}

/** The type of the previous event, ignoring those without a row. */
function typeBefore(slotAt: SlotAt, seq: number): TranscriptEvent["type"] | undefined {
  let before = seq - 1;
  while (before > 0 && isNothing(slotAt(before))) before--;
  return slotAt(before)?.type;
}

function isNothing(slot: Slot): boolean {
  return slot === null || slot?.type === "usage";
}

/** The length of the first paragraph, or 0 if it does not end here. */
function headLength(text: string): number {
  const end = text.indexOf("\n\n");
  return end === -1 ? 0 : end + 2;
}

/** Whether two rows look the same. Comparing is cheaper than rendering again. */
export function isSameRow(a: Row, b: Row): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.seq !== b.seq) return false;
  if (a.kind === "text" && b.kind === "text") {
    return a.texts.length === b.texts.length && a.texts.every((text, n) => text === b.texts[n]);
  }
  if (a.kind === "tool" && b.kind === "tool") return a.state === b.state && a.result === b.result;
  if (a.kind === "group" && b.kind === "group") {
    return (
      a.tools.length === b.tools.length && a.tools.every((tool, n) => isSameRow(tool, b.tools[n]!))
    );
  }
  if (a.kind === "stderr" && b.kind === "stderr") return a.text === b.text;
  if (a.kind === "gap" && b.kind === "gap") return a.count === b.count;
  return true;
}
