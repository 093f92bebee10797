import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { ErrorBody } from "@malamar/contract/error.ts";
import type { Task } from "@malamar/contract/task.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { createTestApp } from "#testing/create-test-app.ts";

/** Nothing runs until the loop is started. */
async function createIdleApp() {
  const app = await createTestApp({ createEngines: createCliEngines });
  const workspace = await app.createWorkspace({ title: "Website", description: "Ship it." });
  const instruction = "```demo\nreview\n```";
  const agent = await app.createAgent(workspace.id, { cli_type: "demo", instruction });
  const path = `/api/agents/${agent.id}/input`;
  return {
    ...app,
    workspace,
    agent,
    path,
    createTask: async (summary: string, workspaceId: string = workspace.id) =>
      (await app.call<Task>("POST", `/api/workspaces/${workspaceId}/tasks`, { body: { summary } }))
        .body,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** What is the same on every request. */
const lasting = (input: string) => input.slice(0, input.indexOf("## Activity Log"));

test("a preview is the next run's input, and nothing is written or started for it", async () => {
  await using app = await createIdleApp();
  const task = await app.createTask("Fix login");
  await app.call("POST", `/api/tasks/${task.id}/comments`, { body: { content: "Soon" } });
  const before = { files: readdirSync(app.tempDir), changes: changesOf(app) };
  const response = await app.send("GET", `${app.path}?task_id=${task.id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  const preview = await response.text();
  expect({ files: readdirSync(app.tempDir), changes: changesOf(app) }).toEqual(before);

  await app.startLoop();
  await app.taskWorkers.drain();
  const [run] = (await app.call<{ id: string }[]>("GET", `/api/tasks/${task.id}/runs`)).body;
  const given = await app.text(`/api/runs/${run!.id}/input`);
  expect(lasting(preview)).toContain('"content":"Soon"');
  expect(lasting(preview)).toBe(lasting(given));
  expect(preview).toContain("# Output Instruction");
});

function changesOf({ db }: Pick<Awaited<ReturnType<typeof createTestApp>>, "db">) {
  return db.query("SELECT total_changes() AS count").get();
}

test("without a task it is the newest open one", async () => {
  await using app = await createIdleApp();
  await app.createTask("The older one");
  const newest = await app.createTask("The newest one");
  expect(await app.text(app.path)).toContain("The newest one");
  app.db.run("UPDATE tasks SET status = 'in_review' WHERE id = ?", [newest.id]);
  expect(await app.text(app.path)).toContain("The older one");
  // One that is no longer open can be named.
  expect(await app.text(`${app.path}?task_id=${newest.id}`)).toContain("The newest one");
});

test("without an open task the answer says what to do", async () => {
  await using app = await createIdleApp();
  const { status, body } = await app.call<ErrorBody>("GET", app.path);
  expect(status).toBe(409);
  expect(body.error.message).toBe(
    "This workspace has no task in Todo or In Progress. Create one, or name a task with task_id.",
  );
});

test("an agent, or a task of its workspace, that does not exist is not found", async () => {
  await using app = await createIdleApp();
  const other = await app.createWorkspace({ title: "Other" });
  const foreign = await app.createTask("Not its own", other.id);
  const refusal = async (path: string) => {
    const { status, body } = await app.call<ErrorBody>("GET", path);
    return `${status} ${body.error.message}`;
  };
  expect(await refusal(`${app.path}?task_id=${foreign.id}`)).toBe("404 Task not found");
  expect(await refusal(`${app.path}?task_id=${"x".repeat(21)}`)).toBe("404 Task not found");
  expect(await refusal(`/api/agents/${"x".repeat(21)}/input`)).toBe("404 Agent not found");
  expect(await refusal(`${app.path}?task_id=1`)).toStartWith("400 ");
});
