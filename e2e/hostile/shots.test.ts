import { expect, test } from "bun:test";
import { routesOf, type JsonSchema } from "./routes.ts";
import { shotAt, type Range } from "./shots.ts";
import type { Target } from "./shot.ts";
import { uploadBody } from "./uploads.ts";
import { createDice } from "./dice.ts";
import { readOptions } from "./options.ts";
import { soundValue } from "./sound-values.ts";

const id = (letter: string) => letter.repeat(21);
const cast = {
  ids: {
    workspaces: [id("w")],
    agents: [id("a")],
    tasks: [id("t")],
    comments: [id("k")],
    chats: [id("c")],
    runs: [id("r")],
  },
  deleted: [id("d")],
  file: {},
};
const open: Target = {
  name: "open",
  port: 1000,
  token: null,
  cookie: null,
  allowedHost: null,
  cast,
};
const guarded: Target = {
  ...open,
  name: "guarded",
  port: 2000,
  token: "right-token",
  cookie: "malamar_x=right-cookie",
  allowedHost: "box.example",
};
const title: JsonSchema = { type: "string", minLength: 1 };
const body: JsonSchema = { type: "object", properties: { title }, required: ["title"] };
const routes = routesOf({
  paths: {
    "/api/workspaces": {
      get: { responses: {} },
      post: { requestBody: { content: { "application/json": { schema: body } } }, responses: {} },
    },
    "/api/tasks/{id}": { get: { responses: {} }, delete: { responses: {} } },
  },
});
const range: Range = { routes, open, guarded };
const shots = Array.from({ length: 4000 }, (_, index) => shotAt(5, index, range));

test("the same seed and number give the same bytes", () => {
  for (const index of [0, 17, 399]) {
    expect(Buffer.from(shotAt(5, index, range).bytes).equals(shots[index]!.bytes)).toBe(true);
    expect(Buffer.from(shotAt(6, index, range).bytes).equals(shots[index]!.bytes)).toBe(false);
  }
});

test("half of all are sound but for one thing, some are sound, and no kind is forgotten", () => {
  const share = (kind: string) => shots.filter((shot) => shot.kind === kind).length / shots.length;
  expect(share("one mistake")).toBeWithin(0.45, 0.55);
  expect(share("sound")).toBeWithin(0.1, 0.2);
  for (const kind of ["several mistakes", "access", "upload", "raw", "stream", "static"]) {
    expect({ kind, share: share(kind) }).toEqual({ kind, share: expect.any(Number) });
    expect(share(kind)).toBeGreaterThan(0.01);
  }
});

test("the rules decide who gets in", () => {
  const access = shots.filter(({ kind }) => kind === "access");
  const about = (text: string) => access.filter(({ what }) => what.includes(text));
  const answers = (text: string) => [...new Set(about(text).map(({ status }) => status))];
  expect(answers("Host: evil.example")).toEqual([403]);
  const toApi = (text: string) => about(text).filter(({ route }) => route !== "GET /");
  for (const refused of [
    "Origin: null",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
  ]) {
    expect(toApi(refused).length).toBeGreaterThan(0);
    expect(toApi(refused).filter(({ status }) => status !== 403)).toEqual([]);
  }
  const known = toApi("right-token").filter(({ status }) => status === "let in");
  expect(known.length).toBeGreaterThan(0);
  const guesses = access.filter(({ at, what }) => at === guarded && what.includes("right-tokenx"));
  expect(guesses.filter(({ status }) => status === "let in")).toEqual([]);
});

test("a sound upload is a form that others can read", async () => {
  const { bytes, boundary } = uploadBody(createDice(1, 1));
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const form = await new Response(Uint8Array.from(bytes), { headers }).formData();
  expect(form.getAll("files").length).toBeGreaterThan(0);
});

test("a sound value has what its schema requires, and real ids where they belong", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      title,
      mode: { enum: ["a", "b"] },
      days: { type: "integer", minimum: 3 },
      agent_ids: { type: "array", items: { type: "string" } },
      limit: { anyOf: [{ type: "number" }, { type: "null" }] },
    },
    required: ["title", "mode", "days", "agent_ids", "limit"],
  };
  for (let index = 0; index < 200; index++) {
    const value = soundValue(schema, "", createDice(3, index), cast) as Record<string, unknown>;
    expect(value.title).toMatch(/\S/);
    expect(["a", "b"]).toContain(value.mode as string);
    expect(value.days).toBeGreaterThanOrEqual(3);
    expect((value.agent_ids as string[]).every((agent) => agent === id("a"))).toBe(true);
    expect(value.limit === null || typeof value.limit === "number").toBe(true);
  }
});

test("options are read, and a mistake in them is named", () => {
  const read = (...argv: string[]) => readOptions(argv, 9);
  expect(read()).toEqual({
    seed: 9,
    requests: 20_000,
    only: null,
    answer: null,
    report: null,
  });
  expect(read("--seed", "4", "--requests", "10")).toMatchObject({ seed: 4, requests: 10 });
  expect(read("--seed", "4", "--only", "7")).toMatchObject({ only: [7, 7] });
  expect(read("--seed", "4", "--only", "7-9")).toMatchObject({ only: [7, 9] });
  expect(read("--seed", "4", "--answer", "2")).toMatchObject({ answer: [2, 2] });
  expect(() => read("--only", "7")).toThrow("needs the --seed");
  expect(() => read("--sed", "4")).toThrow("There is no option --sed.");
  expect(() => read("--seed", "x")).toThrow("--seed must be a whole number");
});
