import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type { Page } from "#lib/page.ts";
import type { RequestEnv } from "./api.ts";

/**
 * This many rows, and their text, are tens of megabytes that nobody needs after the answer; without
 * a collection they stay until as much again has been allocated. Collecting takes about twenty
 * milliseconds, so short answers, which are nearly all, do not count.
 */
const MANY_ROWS = 20_000;
const LONG_ANSWER = 1_000;
let rowsToCollect = 0;

function countRows(count: number): void {
  if (count < LONG_ANSWER) return;
  rowsToCollect += count;
  if (rowsToCollect < MANY_ROWS) return;
  rowsToCollect = 0;
  setImmediate(() => Bun.gc(true));
}

export const TOTAL_COUNT = "X-Total-Count";

/** Sends the rows; where more follow, the Link header has the address of the next page. */
export function sendPage<Row extends { id: string }>(
  c: Context<RequestEnv>,
  { rows, more, total }: Page<Row>,
) {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  const last = rows.at(-1);
  if (more && last) {
    const url = new URL(c.req.url);
    url.searchParams.set("before", last.id);
    headers.Link = `<${url.pathname}${url.search}>; rel="next"`;
  }
  if (total !== undefined) headers[TOTAL_COUNT] = String(total);
  countRows(rows.length);
  // What c.json would answer, a twentieth faster: Bun writes the rows without a string in between.
  return Response.json(rows, { headers }) as Response &
    TypedResponse<JSONParsed<Row[]>, 200, "json">;
}
