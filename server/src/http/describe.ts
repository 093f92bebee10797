import type { MiddlewareHandler } from "hono";
import type { z } from "zod";

/** Marks a validator with what it checks, so that the API document is made from the routes alone. */
export const INPUT = Symbol("route input");
export const DESCRIPTION = Symbol("route description");

export type RouteInput =
  { where: "json" | "query"; schema: z.ZodType; isOptional?: boolean } | { where: "files" };

export interface RouteDescription {
  summary: string;
  /** The status of success and what comes with it; a string names another media type. */
  success: 200 | 201 | 204;
  returns?: z.ZodType | string;
}

/** Says in the route itself what the API document tells about it. */
export function describe(description: RouteDescription): MiddlewareHandler {
  const middleware: MiddlewareHandler = (_c, next) => next();
  return Object.assign(middleware, { [DESCRIPTION]: description });
}
