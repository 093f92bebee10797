import { z } from "zod";
import { measured } from "./text.ts";

/** Whether this Malamar asks for a token, and where it keeps its own. */
export const Session = z.object({
  token_required: z.boolean(),
  /** The file of a token that Malamar made; null when a person chose it, or when there is none. */
  token_file: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

export const Login = z.object({
  token: z.string("must be text").min(1, measured("must not be empty")),
});
