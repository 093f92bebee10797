import type { Cast } from "./cast.ts";
import type { JsonSchema } from "./routes.ts";

/** A server to shoot at. */
export interface Target {
  name: "open" | "guarded";
  port: number;
  /** Where one is required. */
  token: string | null;
  cookie: string | null;
  /** A name from --allowed-hosts. */
  allowedHost: string | null;
  cast: Cast;
}

export interface Shot {
  kind: string;
  /** As in the API document, or a word for anything that is not one of its routes. */
  route: string;
  /** What is wrong with it. */
  what: string;
  method: string;
  target: string;
  bytes: Uint8Array;
  /** What to do after sending: wait for the answer, see a stream begin, or hang up at once. */
  ending: "wait" | "stream" | "hang up";
  /** What the API document says about its answer, by status. */
  answers?: Readonly<Record<number, JsonSchema>>;
  /** Where the access rules leave only one answer. */
  status?: number | "let in" | "kept out";
  /** Malformed HTTP: may be answered before we see it, or not at all. */
  isLoose?: boolean;
}
