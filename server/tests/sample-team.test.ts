import { expect, test } from "bun:test";
import type { Agent } from "@malamar/contract/agent.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createTestApp } from "#testing/create-test-app.ts";

type App = Awaited<ReturnType<typeof createTestApp>>;

const addTeam = <Answer>(app: App, id: string, team?: string) =>
  app.call<Answer>("POST", `/api/workspaces/${id}/agents/sample-team`, {
    ...(team !== undefined && { body: { team } }),
  });

const read = async (app: App, id: string) =>
  (await app.call<Workspace>("GET", `/api/workspaces/${id}`)).body;

test("a workspace without agents gets the sample team, with its rules", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  const { status, body } = await addTeam<Agent[]>(app, id);
  expect(status).toBe(201);
  expect(body.map(({ order, name }) => `${order} ${name}`)).toEqual([
    "1 Planner",
    "2 Implementer",
    "3 Reviewer",
    "4 Approver",
  ]);
  for (const { instruction } of body) expect(instruction.length).toBeGreaterThan(200);
  expect((await read(app, id)).description).toContain("Rules for everyone");
});

test("an instruction that someone wrote stays", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace({ title: "Paris", description: "Write in French." });
  await addTeam(app, id);
  expect((await read(app, id)).description).toBe("Write in French.");
});

test("an existing team stays as it is", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  await app.createAgent(id, { name: "Writer" });
  const { status, body } = await addTeam<ErrorBody>(app, id);
  expect(status).toBe(409);
  expect(body.error.message).toContain("already has agents");
  const team = (await app.call<Agent[]>("GET", `/api/workspaces/${id}/agents`)).body;
  expect(team.map(({ name }) => name)).toEqual(["Writer"]);
  expect((await read(app, id)).description).toBe("");
});

test("a workspace that does not exist gets none", async () => {
  await using app = await createTestApp();
  expect((await addTeam(app, "0".repeat(21))).status).toBe(404);
});

test("another team is chosen by its name, and one that does not exist is refused", async () => {
  await using app = await createTestApp();
  const { id } = await app.createWorkspace();
  const refused = await addTeam<ErrorBody>(app, id, "circus");
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain("code, pair, writing");
  const { body } = await addTeam<Agent[]>(app, id, "writing");
  expect(body.map(({ name }) => name)).toEqual(["Researcher", "Writer", "Editor"]);
  expect((await read(app, id)).description).toContain("editorial team");
});
