import type { z } from "zod";
import type { Failure, Protocol } from "../mind.ts";
import type { Reply } from "../reply.ts";
import type { Utterance } from "../talk.ts";
import type { OfferedTool } from "../tool-call.ts";

/** A request, independent of its protocol. */
export interface ModelCall {
  model: string;
  stream: boolean;
  talk: readonly Utterance[];
  tools: readonly OfferedTool[];
  /** The schema of the answer when no tools are offered. */
  schema?: unknown;
}

/** What a POST requests: an answer of the model, or the number of tokens in the request. */
export type Route =
  | { asks: "answer"; request: z.ZodType<ModelCall> }
  | { asks: "token count"; answer: unknown };

/** What the server has to know about a protocol; everything else is the same for all. */
export interface WireProtocol {
  readonly name: Protocol;
  /** Null when the path does not belong to this protocol. */
  route(path: string): Route | null;
  whole(reply: Reply, model: string): unknown;
  /** The same as `whole` in the parts that are streamed. */
  frames(reply: Reply, model: string): string[];
  error(failure: Failure): unknown;
}

/** What a failure says when the script does not. */
export function messageOf({ message, status }: Failure): string {
  return message ?? `The script answers with ${status}.`;
}

/** The time in an answer: no client reads it, and with a fixed one two answers can be compared. */
export const ANSWERED_AT = 0;
