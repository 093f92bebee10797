import type { Context } from "hono";
import { AppError } from "#lib/app-error.ts";
import type { RequestEnv } from "./api.ts";

/** A token or a key may run a team, but that is no reason to let it do this. */
export function requirePerson(c: Context<RequestEnv>, refusal: string): void {
  if (c.req.raw.headers.has("authorization")) throw new AppError("FORBIDDEN", refusal);
}

export const NO_LOOKING_AROUND =
  "Only a person who is logged in can browse the disk. A script has to know the path.";
