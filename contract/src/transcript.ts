import { z } from "zod";
import { Timestamp } from "./text.ts";

const place = {
  /** 1, 2, 3 … within the run. */
  seq: z.number().int().positive(),
  at: Timestamp,
};

const tokens = z.number().int().nonnegative();

/** How a run ended; an active run has no such event yet. */
export const RunEnd = z.enum(["succeeded", "failed", "cancelled", "lost"]);
export type RunEnd = z.infer<typeof RunEnd>;

/**
 * What happened during a run, in the same form for every engine. Long fields are cut at 64 KiB with
 * a marker.
 */
export const TranscriptEvent = z.discriminatedUnion("type", [
  z.object({
    ...place,
    type: z.literal("started"),
    /** null where no process of this machine does the work. */
    pid: z.number().int().nullable(),
    cwd: z.string().nullable(),
  }),
  /** What the agent says; may be a part of a longer text. */
  z.object({ ...place, type: z.literal("text"), text: z.string() }),
  z.object({ ...place, type: z.literal("thinking"), text: z.string() }),
  z.object({
    ...place,
    type: z.literal("tool_call"),
    id: z.string(),
    name: z.string(),
    input: z.unknown(),
  }),
  z.object({
    ...place,
    type: z.literal("tool_result"),
    id: z.string(),
    output: z.string(),
    is_error: z.boolean(),
    /** A command's exit code, where the CLI reports it apart from the output. */
    exit_code: z.number().int().optional(),
  }),
  z.object({
    ...place,
    type: z.literal("file_change"),
    path: z.string(),
    kind: z.enum(["add", "update", "delete"]),
  }),
  /** What the run has used so far, in total: a later one replaces an earlier one. */
  z.object({
    ...place,
    type: z.literal("usage"),
    input_tokens: tokens.nullable(),
    output_tokens: tokens.nullable(),
    cached_tokens: tokens.nullable(),
    cost_usd: z.number().nonnegative().nullable(),
    /** Estimated by Malamar from the transcript, as long as the CLI reports nothing. */
    is_estimated: z.boolean().default(false),
  }),
  z.object({ ...place, type: z.literal("stderr"), text: z.string() }),
  /** Said by Malamar itself, not by the CLI. */
  z.object({ ...place, type: z.literal("notice"), text: z.string() }),
  /** A line of the CLI that Malamar does not understand. */
  z.object({ ...place, type: z.literal("raw"), line: z.string() }),
  /** Always the last one. */
  z.object({
    ...place,
    type: z.literal("finished"),
    status: RunEnd,
    failure_kind: z.string().nullable(),
    message: z.string().nullable(),
    exit_code: z.number().int().nullable(),
  }),
]);
export type TranscriptEvent = z.infer<typeof TranscriptEvent>;

type Unplaced<Event> = Event extends unknown ? Omit<Event, "seq" | "at"> : never;

/** An event before the transcript numbers it. Fields with a default may be absent. */
export type NewTranscriptEvent = Unplaced<z.input<typeof TranscriptEvent>>;
