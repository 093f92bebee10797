import { expect, spyOn, test } from "bun:test";
import { Hono } from "hono";
import type { RequestEnv } from "./api.ts";
import { sendPage } from "./send-page.ts";

test("memory is released after many rows in long answers, and never for short ones", async () => {
  using gc = spyOn(Bun, "gc");
  const answer = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ id: `${at}` }));
    const app = new Hono<RequestEnv>().get("/", (c) => sendPage(c, { rows, more: false }));
    expect(await (await app.request("/")).json()).toHaveLength(count);
    await new Promise(setImmediate);
  };
  for (let n = 0; n < 30; n++) await answer(999);
  await answer(10_000);
  expect(gc).toHaveBeenCalledTimes(0);
  await answer(10_000);
  expect(gc).toHaveBeenCalledTimes(1);
  await answer(19_999);
  expect(gc).toHaveBeenCalledTimes(1);
});
