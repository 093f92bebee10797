import { expect, test } from "bun:test";
import { Hono } from "hono";
import { actorOf } from "./actor-of.ts";
import type { RequestEnv } from "./api.ts";
import { ONE_USER } from "./principal.ts";

const api = new Hono<RequestEnv>().post("/", (c) => c.json(actorOf(c)));
const env = { principal: ONE_USER, sessionId: null, address: () => "", limitIdle: () => {} };

test.each<[string, string, Record<string, string>]>([
  ["a browser that says where it comes from", "page", { "sec-fetch-site": "same-origin" }],
  ["one that only names its page", "page", { origin: "http://192.168.1.5:3456" }],
  ["a script", "api", {}],
  ["a script with the token", "api", { authorization: "Bearer secret" }],
])("a request of the one user through %s comes by the %s", async (_what, via, headers) => {
  const response = await api.request("/", { method: "POST", headers }, env);
  expect(await response.json()).toEqual({ type: "user", id: "0".repeat(21), name: "User", via });
});
