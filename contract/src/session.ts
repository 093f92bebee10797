import { z } from "zod";
import { SessionId } from "./ids.ts";
import { measured, Timestamp } from "./text.ts";

/** Whether this Malamar asks for a token, and where it keeps its own. */
export const TokenState = z.object({
  token_required: z.boolean(),
  /** The file of a token that Malamar made; null when a person chose it, or when there is none. */
  token_file: z.string().nullable(),
});
export type TokenState = z.infer<typeof TokenState>;

export const Login = z.object({
  token: z.string("must be text").min(1, measured("must not be empty")),
});

/** A browser that has shown the token and stays logged in with its cookie until it logs out. */
export const LoginSession = z.object({
  id: SessionId,
  /** What the browser says it is, such as "Firefox on Linux". */
  device: z.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  /** The one that sent this request. */
  is_current: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;
