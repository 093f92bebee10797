import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "@malamar/contract/agent.ts";
import type { WorkspaceSummary } from "@malamar/contract/workspace.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const list = async (app: TestApp) =>
  (await app.call<WorkspaceSummary[]>("GET", "/api/workspaces")).body;

test("the first start creates the sample workspace with its team of four", async () => {
  await using app = await createTestApp();
  const [sample, ...others] = await list(app);
  expect(others).toEqual([]);
  expect(sample).toMatchObject({ title: "Sample: Code Assistant", agent_count: 4 });

  const { body } = await app.call<Agent[]>("GET", `/api/workspaces/${sample!.id}/agents`);
  expect(body.map((agent) => agent.name)).toEqual([
    "Planner",
    "Implementer",
    "Reviewer",
    "Approver",
  ]);
  for (const { instruction } of body) {
    for (const part of [
      "# Role",
      "# When to act",
      "# How to work",
      "# Comment format",
      "**Skip**",
    ]) {
      expect(instruction).toContain(part);
    }
  }
});

test("an existing but empty data directory is a first start too", async () => {
  using dir = tempDir();
  const dataDir = join(dir.path, "data");
  mkdirSync(dataDir);
  await using app = await createTestApp({ dataDir });
  expect(await list(app)).toHaveLength(1);
});

test("a deleted sample does not come back, and everything else is still there", async () => {
  using dir = tempDir();
  const first = await createTestApp({ dataDir: dir.path });
  const [sample] = await list(first);
  await first.call("DELETE", `/api/workspaces/${sample!.id}`);
  const own = await first.createWorkspace({ title: "Mine" });
  await first[Symbol.asyncDispose]();

  await using second = await createTestApp({ dataDir: dir.path });
  expect((await list(second)).map(({ id, title }) => ({ id, title }))).toEqual([
    { id: own.id, title: "Mine" },
  ]);
});
