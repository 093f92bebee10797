import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";

/** One event as stored in the file, with what is known about it without parsing the rest. */
export interface TranscriptLine {
  seq: number;
  type: string;
  json: string;
}

/** The maximum of a field, in UTF-8. The contract says so. */
const MAX_FIELD_BYTES = 64 * 1024;

/** No UTF-16 unit of a JavaScript string takes more than this in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * No line is longer: the event with most long fields has three, and JSON writes a byte as six at
 * worst (`\u0000`). Rounded up for their names and the markers.
 */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;

/**
 * The event as a line, without its end. The place comes first and in this order, because a reader
 * finds it without parsing. A short event, as nearly all are, is written at once; a long one is
 * checked field by field.
 */
export function transcriptLine(event: NewTranscriptEvent, seq: number, at: string): string {
  const json = anyJson(event);
  // undefined would be left out; the fields below write it as null.
  const isWhole = event.type !== "tool_call" || event.input !== undefined;
  const isShort = isWhole && json.length * MAX_BYTES_PER_UNIT <= MAX_FIELD_BYTES;
  if (isShort && json.startsWith('{"type":"')) return `{"seq":${seq},"at":"${at}",${json.slice(1)}`;
  const fields: Record<string, unknown> = event;
  let line = `{"seq":${seq},"at":"${at}","type":"${event.type}"`;
  for (const name in fields) {
    if (name !== "type") line += `,"${name}":${fieldJson(fields[name])}`;
  }
  return `${line}}`;
}

const LINE = /^\{"seq":(\d{1,15}),"at":"[^"]{1,40}","type":"(\w+)"/;

/** Null for anything that is not a complete line of a transcript. */
export function readLine(json: string): TranscriptLine | null {
  const place = LINE.exec(json);
  // A power cut can leave zeros where the disk had not written yet; JSON has none.
  if (!place || !json.endsWith("}") || json.includes("\0")) return null;
  return { seq: Number(place[1]), type: place[2]!, json };
}

function fieldJson(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  const json = anyJson(value);
  const short = cut(json);
  // Cut JSON is no longer JSON: it is kept as text.
  return short === json ? json : JSON.stringify(short);
}

/** A tool's input comes from JSON, but may be nested deeper than can be written again. */
function anyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return JSON.stringify("[Malamar cannot write this value as JSON]");
  }
}

function cut(text: string): string {
  if (text.length * MAX_BYTES_PER_UNIT <= MAX_FIELD_BYTES) return text;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_FIELD_BYTES) return text;
  // Stops before a character that does not fit completely.
  const kept = new TextEncoder().encodeInto(text, new Uint8Array(MAX_FIELD_BYTES));
  return `${text.slice(0, kept.read)}… [${bytes - kept.written} bytes left out]`;
}
