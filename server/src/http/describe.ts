import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { RequestEnv } from "./api.ts";
import type { Permit } from "./permit.ts";

/** Marks a validator with what it checks, so that the API document is made from the routes alone. */
export const INPUT = Symbol("route input");
const DESCRIPTION = Symbol("route description");

export type RouteInput =
  | { where: "json" | "query"; schema: z.ZodType; isOptional?: boolean }
  | { where: "files" };

export interface RouteDescription {
  summary: string;
  permit: Permit;
  /** The status of success, or both: created, and there already. */
  success: 200 | 201 | 204 | readonly [201, 200];
  /** The body of success; a string names another media type. */
  returns?: z.ZodType | string;
  /** What the answer says besides its body: the name of each header, and its meaning. */
  headers?: Record<string, string>;
}

/**
 * What a route knows before describe(): not who is asking, so it has no actor for a write, no id
 * and no page. A route that forgets describe() and needs any of these does not compile.
 */
export interface Undescribed {
  Bindings: object;
}

/** States in the route itself what it requires, and what the API document says about it. */
export function describe(description: RouteDescription): MiddlewareHandler<RequestEnv> {
  // The AnsweringRouter replaces it; any other router would let everyone pass.
  const middleware: MiddlewareHandler = () => {
    throw new Error(`Nobody checks the permit of this route: ${description.summary}`);
  };
  return Object.assign(middleware, { [DESCRIPTION]: description });
}

export function descriptionOf(handler: object): RouteDescription | undefined {
  // Only describe() sets it.
  return (handler as { [DESCRIPTION]?: RouteDescription })[DESCRIPTION];
}
