import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type { Page } from "#lib/page.ts";

/** Sends the rows; where more follow, the Link header has the address of the next page. */
export function sendPage<Row extends { id: string }>(c: Context, { rows, more }: Page<Row>) {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const last = rows.at(-1);
  if (more && last) {
    const url = new URL(c.req.url);
    url.searchParams.set("before", last.id);
    headers.Link = `<${url.pathname}${url.search}>; rel="next"`;
  }
  // What c.json would answer, a twentieth faster: Bun writes the rows without a string in between.
  return Response.json(rows, { headers }) as Response &
    TypedResponse<JSONParsed<Row[]>, 200, "json">;
}
