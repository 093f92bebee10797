import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CliHealth, InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import type { Settings } from "@malamar/contract/settings.ts";
import { ALL_KEY_VARIABLES } from "#engines/cli/key-variables.ts";
import { createCliEngines } from "#engines/cli/registry.ts";
import { fakeProgram } from "#testing/fake-program.ts";
import { createLoopApp } from "#testing/loop-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** Every possible key, and what no CLI can do without. */
const KEYS = Object.fromEntries(ALL_KEY_VARIABLES.map((name) => [name, `${name}-secret`]));
const PLAIN = {
  HTTPS_PROXY: "http://proxy",
  ANTHROPIC_BASE_URL: "http://model",
  OPENAI_BASE_URL: "http://model",
  GOOGLE_CLOUD_PROJECT: "project",
  AWS_REGION: "eu-west-1",
  GITHUB_TOKEN: "for tools",
};

/** An app whose CLIs write down their environment, at their version command and in a run. */
async function spiedOn(environment: Record<string, string>) {
  const dir = tempDir();
  for (const { type } of CLIS) {
    const file = join(dir.path, type);
    fakeProgram(
      dir.path,
      type,
      `if [ "$1" = --version ]; then /usr/bin/env > ${file}.version; echo 1.0.0; exit; fi
       /usr/bin/env > ${file}.run; exit 3`,
    );
  }
  const app = await createLoopApp({
    createEngines: createCliEngines,
    environment: { PATH: `${dir.path}:/usr/bin:/bin`, HOME: dir.path, ...environment },
  });
  return {
    ...app,
    /** Which of these it got, in a run and at the check. */
    async seenBy(type: InstalledCliType, names: readonly string[]) {
      await app.call("POST", "/api/health/cli/refresh");
      await app.createAgent(app.workspace.id, { name: type, cli_type: type });
      await app.createTask();
      await app.taskWorkers.drain();
      const seenIn = (when: string) => {
        const lines = readFileSync(join(dir.path, `${type}.${when}`), "utf8").split("\n");
        return names.filter((name) => lines.some((line) => line.startsWith(`${name}=`)));
      };
      return { run: seenIn("run"), version: seenIn("version") };
    },
    health: async (type: InstalledCliType) =>
      (await app.get<CliHealth[]>("/api/health/cli")).find(({ cli_type }) => cli_type === type)!,
    allow: (type: InstalledCliType, inherited_env: readonly string[]) =>
      app.call<Settings>("PUT", "/api/settings", {
        body: { cli_settings: { [type]: { inherited_env } } },
      }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      dir[Symbol.dispose]();
    },
  };
}

const GETS: Readonly<Record<InstalledCliType, readonly string[]>> = {
  claude: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
  codex: ["OPENAI_API_KEY", "CODEX_API_KEY"],
  gemini: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS"],
  opencode: ALL_KEY_VARIABLES,
  qwen: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
};
const LACKS: Readonly<Record<InstalledCliType, readonly string[]>> = {
  claude: ["OPENAI_API_KEY", "GEMINI_API_KEY", "AWS_SECRET_ACCESS_KEY", "OPENROUTER_API_KEY"],
  codex: ["ANTHROPIC_API_KEY", "GEMINI_API_KEY", "AWS_SECRET_ACCESS_KEY", "OPENROUTER_API_KEY"],
  gemini: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "OPENROUTER_API_KEY"],
  opencode: [],
  qwen: ["CLAUDE_CODE_OAUTH_TOKEN", "CODEX_API_KEY", "AWS_SECRET_ACCESS_KEY", "OPENROUTER_API_KEY"],
};

test.each(CLIS)(
  "$label gets its own keys, and nobody else's, in a run as at its check",
  async ({ type }) => {
    await using app = await spiedOn({ ...KEYS, ...PLAIN });
    const seen = await app.seenBy(type, [...Object.keys(KEYS), ...Object.keys(PLAIN)]);
    expect(seen.run).toEqual(seen.version);
    expect(seen.run).toEqual(expect.arrayContaining([...GETS[type], ...Object.keys(PLAIN)]));
    expect(LACKS[type].filter((name) => seen.run.includes(name))).toEqual([]);
    const { withheld_env } = await app.health(type);
    expect(withheld_env).toEqual(
      ALL_KEY_VARIABLES.filter((name) => !seen.run.includes(name)).toSorted(),
    );
    expect(JSON.stringify(await app.health(type))).not.toContain("-secret");
  },
);

test("a person allows a key by its name, for that CLI alone, and withdraws it", async () => {
  await using app = await spiedOn(KEYS);
  const { body } = await app.allow("codex", [
    "GEMINI_API_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_SESSION_TOKEN",
  ]);
  expect(body.cli_settings.codex.inherited_env).toEqual(["AWS_SESSION_TOKEN", "GEMINI_API_KEY"]);
  expect(body.cli_settings.claude.inherited_env).toEqual([]);
  const names = ["ANTHROPIC_API_KEY", "AWS_SESSION_TOKEN", "GEMINI_API_KEY"];
  expect(await app.seenBy("codex", names)).toEqual({
    run: ["AWS_SESSION_TOKEN", "GEMINI_API_KEY"],
    version: ["AWS_SESSION_TOKEN", "GEMINI_API_KEY"],
  });
  expect((await app.health("codex")).withheld_env).not.toContain("GEMINI_API_KEY");
  expect((await app.health("claude")).withheld_env).toContain("GEMINI_API_KEY");

  // Changing another setting leaves the list alone.
  await app.call("PUT", "/api/settings", {
    body: { cli_settings: { codex: { env_vars: { A: "1" } } } },
  });
  const kept = await app.get<Settings>("/api/settings");
  expect(kept.cli_settings.codex.inherited_env).toEqual(["AWS_SESSION_TOKEN", "GEMINI_API_KEY"]);
  await app.allow("codex", []);
  await app.call("POST", "/api/health/cli/refresh");
  expect((await app.health("codex")).withheld_env).toContain("GEMINI_API_KEY");
});

test("a key that a person sets for a CLI is passed to it, whoever it is for", async () => {
  await using app = await spiedOn({ ANTHROPIC_API_KEY: "inherited" });
  const env_vars = { ANTHROPIC_API_KEY: "its own" };
  await app.call("PUT", "/api/settings", { body: { cli_settings: { codex: { env_vars } } } });
  expect((await app.seenBy("codex", ["ANTHROPIC_API_KEY"])).run).toEqual(["ANTHROPIC_API_KEY"]);
});

test.each([
  ["CLAUDE_CODE_USE_BEDROCK", "AWS_SECRET_ACCESS_KEY", "GOOGLE_APPLICATION_CREDENTIALS"],
  ["CLAUDE_CODE_USE_VERTEX", "GOOGLE_APPLICATION_CREDENTIALS", "AWS_SECRET_ACCESS_KEY"],
])("with %s Claude Code gets %s, and not %s", async (variable, key, other) => {
  await using app = await spiedOn({ ...KEYS, [variable]: "1" });
  expect((await app.seenBy("claude", [key, other])).run).toEqual([key]);
});
