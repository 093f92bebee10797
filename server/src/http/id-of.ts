import type { RequestEnv } from "./api.ts";

/** The id in the path. An id of the wrong form belongs to nothing, so it ends as "not found". */
export function idOf<Id extends string>(c: {
  env: RequestEnv["Bindings"];
  req: { param: (name: "id") => string };
}): Id {
  return c.req.param("id") as Id;
}
