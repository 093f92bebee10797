import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { tempDir } from "#testing/temp-dir.ts";

const statuses = (clis: CliHealth[]) =>
  Object.fromEntries(clis.map(({ cli_type, status }) => [cli_type, status]));

test("the first question about the CLIs gets a real answer", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "gemini", "echo 0.61.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { status, body } = await app.call<CliHealth[]>("GET", "/api/health/cli");
  expect(status).toBe(200);
  expect(body.map((cli) => cli.label)).toEqual([
    "Claude Code",
    "Codex CLI",
    "Gemini CLI",
    "OpenCode",
  ]);
  expect(statuses(body)).toEqual({
    claude: "unhealthy",
    codex: "unhealthy",
    gemini: "healthy",
    opencode: "unhealthy",
  });
});

test("a refresh sees what was installed and removed since, and tells the pages", async () => {
  using dir = tempDir();
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  await app.call("GET", "/api/health/cli");
  app.published.length = 0;

  const program = fakeProgram(dir.path, "codex", "echo 0.166.0");
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(statuses(body)["codex"]).toBe("healthy");
  expect(app.published).toEqual([{ type: "cli.health_changed", clis: body }]);

  await app.call("POST", "/api/health/cli/refresh");
  expect(app.published).toHaveLength(1);
  rmSync(program);
  const gone = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(statuses(gone.body)["codex"]).toBe("unhealthy");
  expect(app.published).toHaveLength(2);
});

test("a new agent gets the first healthy CLI in the product's order", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "opencode", "echo 1.0.0");
  fakeProgram(dir.path, "gemini", "echo 1.0.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { id } = await app.createWorkspace();
  expect((await app.createAgent(id)).cli_type).toBe("gemini");
  expect((await app.createAgent(id, { name: "B", cli_type: "claude" })).cli_type).toBe("claude");
});

test("a custom path and variables from the settings are used at the next check", async () => {
  using dir = tempDir();
  const path = fakeProgram(dir.path, "my-claude", 'echo "9.9.9-$FLAVOUR"');
  await using app = await createTestApp({ environment: { PATH: "/bin" } });
  await app.call("PUT", "/api/settings", {
    body: { cli_settings: { claude: { binary_path: path, env_vars: { FLAVOUR: "mint" } } } },
  });
  const { body } = await app.call<CliHealth[]>("POST", "/api/health/cli/refresh");
  expect(body[0]).toMatchObject({ status: "healthy", version: "9.9.9-mint", path });
});

test("the sample team runs on a CLI that is there", async () => {
  using dir = tempDir();
  fakeProgram(dir.path, "codex", "echo 0.166.0");
  await using app = await createTestApp({ environment: { PATH: `${dir.path}:/bin` } });
  const { body: workspaces } = await app.call<{ id: string }[]>("GET", "/api/workspaces");
  const { body } = await app.call<Agent[]>("GET", `/api/workspaces/${workspaces[0]!.id}/agents`);
  expect(body.map((agent) => agent.cli_type)).toEqual(["codex", "codex", "codex", "codex"]);
});
