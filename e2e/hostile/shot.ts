import type { Cast } from "./cast.ts";
import type { JsonSchema } from "./routes.ts";

/** A server to shoot at. */
export interface Target {
  name: "open" | "guarded";
  port: number;
  /** Where one is asked for. */
  token: string | null;
  cookie: string | null;
  /** A name from --allowed-hosts. */
  allowedHost: string | null;
  cast: Cast;
}

export interface Shot {
  kind: string;
  /** As the API document names it, or a word for what is none of its routes. */
  route: string;
  /** What is wrong with it. */
  what: string;
  method: string;
  target: string;
  bytes: Uint8Array;
  /** What to do when it is sent: wait for the answer, see that a stream begins, or hang up at once. */
  ending: "wait" | "stream" | "hang up";
  /** What the API document says about its answer, by status. */
  answers?: Readonly<Record<number, JsonSchema>>;
  /** Where the rules of access leave only one answer. */
  status?: number | "let in" | "kept out";
  /** No well-formed HTTP: may be answered before we see it, or not at all. */
  isLoose?: boolean;
}
