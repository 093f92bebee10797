import type { Context } from "hono";
import type { Page } from "#lib/page.ts";

/** Sends the rows; where more follow, the Link header has the address of the next page. */
export function sendPage<Row extends { id: string }>(c: Context, { rows, more }: Page<Row>) {
  const last = rows.at(-1);
  if (more && last) {
    const url = new URL(c.req.url);
    url.searchParams.set("before", last.id);
    c.header("Link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return c.json(rows, 200);
}
