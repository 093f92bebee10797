import type { Context } from "hono";

/** The id in the path. An id of the wrong form belongs to nothing, so it ends as "not found". */
export function idOf<Id extends string>(c: Context<object, `${string}/:id${string}`>): Id {
  const id: string = c.req.param("id");
  return id as Id;
}
