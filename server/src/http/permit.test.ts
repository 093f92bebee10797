import { describe as group, expect, test } from "bun:test";
import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { Login } from "@malamar/contract/session.ts";
import { Hono } from "hono";
import { AppError } from "#lib/app-error.ts";
import { AnsweringRouter } from "./answering-router.ts";
import type { RequestEnv } from "./api.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { authorize, createPermitCheck, type Permit } from "./permit.ts";
import { sendPage } from "./send-page.ts";
import { jsonBody } from "./validate.ts";
import { NOBODY, ONE_USER, type Place, type Principal, type Right } from "./principal.ts";

const MINE = "my-workspace-21-chars" as WorkspaceId;
const RIGHTS: readonly Right[] = ["see", "work", "manage", "admin"];
const NEEDS = ["anyone", ...RIGHTS] as const satisfies readonly Permit["need"][];

const member = (rightIn: (place: Place) => Right | null): Principal => ({
  id: "anna-with-21-letters-",
  name: "Anna",
  role: "member",
  rightIn,
});

function answerTo(principal: Principal, need: Permit["need"], place: Place): string {
  try {
    authorize(principal, need, { noun: "Task", place: () => place });
    return "allowed";
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const granted = (principal: Principal, place: Place) =>
  NEEDS.filter((need) => answerTo(principal, need, place) === "allowed");

group("a right", () => {
  test.each<[Right | null, readonly Permit["need"][]]>([
    [null, ["anyone"]],
    ["see", ["anyone", "see"]],
    ["work", ["anyone", "see", "work"]],
    ["manage", ["anyone", "see", "work", "manage"]],
    ["admin", ["anyone", "see", "work", "manage", "admin"]],
  ])("to %p is enough for exactly %j, in a workspace and in all of Malamar", (right, needs) => {
    for (const place of [MINE, "installation"] as const) {
      expect(
        granted(
          member(() => right),
          place,
        ),
      ).toEqual([...needs]);
    }
  });

  test("holds in its own place alone", () => {
    const mine = member((place) => (place === MINE ? "manage" : null));
    expect(granted(mine, "other-workspace-21-ch" as WorkspaceId)).toEqual(["anyone"]);
    expect(granted(mine, "installation")).toEqual(["anyone"]);
    const all = member((place) => (place === "installation" ? "manage" : null));
    expect(granted(all, MINE)).toEqual(["anyone"]);
  });

  test("of an unknown kind is not a right", () => {
    const strange = member(() => "own" as Right);
    expect(() => answerTo(strange, "see", MINE)).toThrow();
    expect(
      answerTo(
        member(() => "admin"),
        "own" as Right,
        MINE,
      ),
    ).toStartWith("FORBIDDEN");
  });
});

test("says what is missing and whom to ask only to those who may see a thing; for others it does not exist", () => {
  const viewer = member(() => "see");
  expect(answerTo(viewer, "work", MINE)).toBe(
    "FORBIDDEN: You need the right to work in this workspace for this. Ask its owner for it.",
  );
  expect(answerTo(viewer, "admin", "installation")).toBe(
    "FORBIDDEN: You need the right to administer all of Malamar for this. Ask an admin for it.",
  );
  expect(answerTo(NOBODY, "see", "installation")).toBe(
    "FORBIDDEN: You need the right to see all of Malamar for this. Ask an admin for it.",
  );
  expect(answerTo(NOBODY, "see", MINE)).toBe("NOT_FOUND: Task not found");
});

test("nothing is looked up for the one user", () => {
  const place = () => {
    throw new Error("looked up");
  };
  for (const need of NEEDS) authorize(ONE_USER, need, { noun: "Task", place });
  expect(() => authorize(NOBODY, "see", { noun: "Task", place })).toThrow("looked up");
});

group("a route", () => {
  const nowhere = () => {
    throw new Error("looked up");
  };
  const requirePermit = createPermitCheck({
    workspace: (id) => id,
    agent: nowhere,
    task: nowhere,
    comment: nowhere,
    chat: nowhere,
    run: nowhere,
    worktree: nowhere,
    kept: nowhere,
  });
  const router = () => ({ router: new AnsweringRouter<never>(requirePermit) });
  const described = describe({
    permit: { need: "see", of: "task" },
    summary: "Read it",
    success: 200,
  });
  const env = (principal: Principal): RequestEnv["Bindings"] => ({
    principal,
    sessionId: null,
    requestId: "request-1",
    address: () => "127.0.0.1",
    limitIdle: () => {},
  });

  test("without a description cannot be registered", () => {
    const api = new Hono<RequestEnv>(router());
    expect(() => api.get("/api/open", (c) => c.text("secret"))).toThrow(
      "GET /api/open does not say what it needs: begin it with describe().",
    );
    expect(() => api.get("/api/tasks", described, (c) => c.text("ok"))).not.toThrow();
    expect(() => api.post("/api/tasks", (c) => c.text("secret"))).toThrow("POST /api/tasks");
    expect(() => api.use((_c, next) => next())).toThrow("ALL /* does not say");
  });

  test("without a description does not compile if it writes, names a thing, or lists", () => {
    const api = () => new Hono<Undescribed>();
    api().post("/api/tasks", described, (c) => c.json(actorOf(c)));
    // @ts-expect-error: nobody is known who could do it.
    api().post("/api/tasks", (c) => c.json(actorOf(c)));
    // @ts-expect-error: a validator alone does not say what the route needs.
    api().post("/api/tasks", jsonBody(Login), (c) => c.json(actorOf(c)));
    // @ts-expect-error: it is not known who may see it.
    api().get("/api/tasks/:id", (c) => c.json(idOf(c)));
    // @ts-expect-error: nor who may see these.
    api().get("/api/tasks", (c) => sendPage(c, { rows: [{ id: "1" }], more: false }));
    expect.assertions(0);
  });

  test("without a permit does not compile", () => {
    // @ts-expect-error: a description has to say what the route needs.
    expect(describe({ summary: "Read it", success: 200 })).toBeFunction();
    // @ts-expect-error: what anyone may is about no workspace.
    expect<Permit>({ need: "anyone", of: "task" }).toBeDefined();
  });

  test("is refused to everyone on a router that does not check", async () => {
    const api = new Hono<RequestEnv>().get("/api/tasks/:id", described, (c) => c.text("secret"));
    api.onError((error, c) => c.text(error.message, 500));
    const response = await api.request("/api/tasks/1", {}, env(ONE_USER));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("Nobody checks the permit of this route: Read it");
  });

  test("whose path does not lead to what its permit is about is refused", async () => {
    const api = new Hono<RequestEnv>(router()).get("/api/tasks", described, (c) =>
      c.text("secret"),
    );
    api.onError((error, c) => c.text(error.message, 500));
    const viewer = member(() => "see");
    const response = await api.request("/api/tasks", {}, env(viewer));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("A path without an id leads to no task");
  });
});
