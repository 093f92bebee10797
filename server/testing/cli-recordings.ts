import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CliType, InstalledCliType } from "@malamar/contract/cli.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import type { StreamEnd } from "#engines/cli/cli-adapter.ts";
import { createCliTranscript } from "#engines/cli/output/cli-transcript.ts";
import { readFailure, type ReadFailure } from "#engines/cli/output/read-failure.ts";
import { ADAPTERS, INSTALLED_CLIS } from "#engines/cli/registry.ts";

const DIRECTORY = join(import.meta.dir, "../src/engines/cli/clis/recordings");

interface Recording {
  /** A line that is not understood counts as raw. */
  events: NewTranscriptEvent[];
  end: StreamEnd;
}

/** The names of a real CLI's recordings. */
export function recordingsOf(type: InstalledCliType): string[] {
  return readdirSync(join(DIRECTORY, type)).map((file) => file.replace(/\.jsonl$/, ""));
}

/** What a real CLI wrote to stdout, as its adapter understands it. */
export function readRecording(type: InstalledCliType, name: string): Recording {
  const reader = INSTALLED_CLIS[type].createReader();
  const events = linesOf(type, name).flatMap<NewTranscriptEvent>(
    (line) => reader.read(JSON.parse(line)) ?? [{ type: "raw", line }],
  );
  return { events, end: reader.end() };
}

export function linesOf(type: InstalledCliType, name: string): string[] {
  return bytesOf(type, name).toString().trimEnd().split("\n");
}

function bytesOf(type: InstalledCliType, name: string): Buffer {
  return readFileSync(join(DIRECTORY, type, `${name}.jsonl`));
}

/** The same as an engine reads it, in chunks that end anywhere. */
export function readInPieces(type: InstalledCliType, name: string, size: number): Recording {
  const transcript = createCliTranscript(INSTALLED_CLIS[type].createReader());
  const bytes = bytesOf(type, name);
  const events: NewTranscriptEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    events.push(...transcript.read({ from: "stdout", bytes: bytes.subarray(at, at + size) }));
  }
  events.push(...transcript.rest());
  return { events, end: transcript.end() };
}

type EventOf<Type extends NewTranscriptEvent["type"]> = Extract<NewTranscriptEvent, { type: Type }>;

/** The events of one type. */
export function eventsOfType<Type extends NewTranscriptEvent["type"]>(
  { events }: Recording,
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

/** Why a run failed, according to its last line. */
export function failureOf(
  type: InstalledCliType,
  { end }: Recording,
  now: Date,
): ReadFailure | null {
  const message = end.terminal?.ok === false ? end.terminal.message : "";
  return readFailure([message], INSTALLED_CLIS[type].failures, now);
}

/** When a limit in this text ends, whether or not that is plausible. */
export function limitEndIn(type: CliType, text: string, now: Date): string | null {
  const failure = ADAPTERS[type].failures.find(({ pattern }) => pattern.test(text));
  const match = failure?.pattern.exec(text);
  return match ? (failure?.resetsAt?.(match, now)?.toISOString() ?? null) : null;
}
