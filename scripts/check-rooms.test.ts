import { afterAll, describe, expect, test } from "bun:test";
import { Glob } from "bun";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/**
 * The linter guards the rooms; these tests guard the linter. Each plants an import that the table
 * in ARCHITECTURE.md forbids and fails if the linter accepts it.
 */
const root = join(import.meta.dir, "..");

interface Planted {
  from: string;
  imports: string;
  rule: string;
}

const FORBIDDEN: Planted[] = [
  {
    from: "server/src/domain/agent",
    imports: "../../http/api.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/domain/agent", imports: "#http/api.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/domain/workspace",
    imports: "#domain/agent/agent-store.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/domain/agent",
    imports: "#engines/engine.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/domain/run",
    imports: "#domain/workspace/workspace-store.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/domain/run",
    imports: "#transcripts/transcripts.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/transcripts", imports: "#db/open.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/transcripts",
    imports: "#events/event-bus.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/engines",
    imports: "#transcripts/transcripts.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/domain/actor",
    imports: "#domain/agent/agent-store.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/domain/task",
    imports: "#http/principal.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/uploads",
    imports: "#domain/chat/chat-service.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/knowledge", imports: "#db/open.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/knowledge",
    imports: "#domain/agent/agent-service.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/engines",
    imports: "#knowledge/knowledge.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/lib", imports: "#db/open.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/events",
    imports: "#domain/agent/agent-store.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/engines",
    imports: "#domain/settings/settings-service.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "stand-in",
    imports: "@malamar/server/engines/cli/registry.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "scripted-model",
    imports: "@malamar/server/engines/cli/registry.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/http",
    imports: "@malamar/stand-in/stand-in.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/actions", imports: "#loop/work-pass.ts", rule: "boundaries(dependencies)" },
  { from: "server/src/actions", imports: "#engines/engine.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/domain/chat",
    imports: "#actions/registry.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/jobs", imports: "#http/api.ts", rule: "boundaries(dependencies)" },
  { from: "server/src/http", imports: "#app/work.ts", rule: "boundaries(dependencies)" },
  { from: "server/src/app", imports: "#commands/serve.ts", rule: "boundaries(dependencies)" },
  {
    from: "bench",
    imports: "@malamar/demo/demo.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/app",
    imports: "@malamar/bench/harness/statistics.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "server/src/db",
    imports: "#data-directory/restore.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "server/src/processes", imports: "#engines/engine.ts", rule: "boundaries(dependencies)" },
  { from: "server/src/uploads", imports: "#loop/work-pass.ts", rule: "boundaries(dependencies)" },
  { from: "server/src/http", imports: "#db/open.ts", rule: "boundaries(dependencies)" },
  {
    from: "server/src/http",
    imports: "#domain/agent/agent-store.ts",
    rule: "eslint(no-restricted-imports)",
  },
  { from: "server/src/domain/agent", imports: "hono", rule: "eslint(no-restricted-imports)" },
  { from: "server/src/domain/agent", imports: "bun:sqlite", rule: "eslint(no-restricted-imports)" },
  {
    from: "server/src/loop",
    imports: "#engines/cli/cli-health.ts",
    rule: "eslint(no-restricted-imports)",
  },
  {
    from: "server/src/loop/briefing",
    imports: "@malamar/contract/cli.ts",
    rule: "eslint(no-restricted-imports)",
  },
  {
    from: "server/src/engines",
    imports: "#engines/cli/registry.ts",
    rule: "eslint(no-restricted-imports)",
  },
  { from: "server/src/engines", imports: "./cli/detect.ts", rule: "eslint(no-restricted-imports)" },
  {
    from: "server/src/loop/briefing",
    imports: "@malamar/contract/plain/cli.ts",
    rule: "eslint(no-restricted-imports)",
  },
  { from: "contract/src", imports: "@malamar/server/api", rule: "boundaries(dependencies)" },
  {
    from: "web/src/features/agents",
    imports: "#features/workspaces/queries.ts",
    rule: "boundaries(dependencies)",
  },
  {
    from: "web/src/features/agents",
    imports: "../workspaces/queries.ts",
    rule: "boundaries(dependencies)",
  },
  { from: "web/src/lib", imports: "#features/agents/queries.ts", rule: "boundaries(dependencies)" },
  { from: "web/src/components", imports: "#app/router.tsx", rule: "boundaries(dependencies)" },
  { from: "web/src/pages", imports: "#app/router.tsx", rule: "boundaries(dependencies)" },
  {
    from: "web/src/features/agents",
    imports: "@malamar/server/api",
    rule: "eslint(no-restricted-imports)",
  },
];

const ALLOWED: Omit<Planted, "rule">[] = [
  { from: "server/src/domain/agent", imports: "#domain/workspace/workspace-store.ts" },
  { from: "server/src/domain/run", imports: "#events/unit-of-work.ts" },
  { from: "server/src/domain/settings", imports: "#domain/actor/actor.ts" },
  { from: "server/src/uploads", imports: "#domain/actor/actor.ts" },
  { from: "server/src/transcripts", imports: "#lib/clock.ts" },
  { from: "server/src/loop", imports: "#transcripts/transcripts.ts" },
  { from: "server/src/jobs", imports: "#transcripts/transcripts.ts" },
  { from: "server/src/http", imports: "#transcripts/transcripts.ts" },
  { from: "server/src/http", imports: "#knowledge/knowledge.ts" },
  { from: "server/src/knowledge", imports: "#lib/private-file.ts" },
  { from: "server/src/app", imports: "#http/api.ts" },
  { from: "server/src/app", imports: "#domain/agent/agent-store.ts" },
  { from: "bench", imports: "@malamar/server/engines/cli/registry.ts" },
  { from: "bench", imports: "bun:sqlite" },
  { from: "demo", imports: "@malamar/server/commands/serve.ts" },
  { from: "server/src/commands", imports: "#transcripts/transcripts.ts" },
  { from: "demo", imports: "@malamar/scripted-model/model-server.ts" },
  { from: "scripted-model", imports: "@malamar/server/lib/id.ts" },
  { from: "server/src/engines", imports: "#processes/process.ts" },
  { from: "server/src/loop", imports: "#engines/engine.ts" },
  { from: "server/src/http", imports: "#domain/agent/agent-service.ts" },
  { from: "web/src/features/agents", imports: "#lib/api.ts" },
  { from: "web/src/features/agents", imports: "#features/agents/queries.ts" },
  { from: "web/src/pages", imports: "#features/agents/queries.ts" },
];

const KINDS: Record<string, (path: string) => string> = {
  import: (path) => `import * as x from "${path}";\nexport const y = x;\n`,
  "import type": (path) => `import type * as x from "${path}";\nexport type Y = typeof x;\n`,
};

const RULES = {
  "a read of the environment": {
    from: "server/src/domain/agent",
    text: `export const home = process.env["HOME"];\n`,
    rule: "node(no-process-env)",
  },
  "SQLite in a file next to the one that reads OpenCode's database": {
    from: "server/src/engines/cli/clis",
    text: `import "bun:sqlite";\n`,
    rule: "eslint(no-restricted-imports)",
  },
  "zod in the plain part of the contract": {
    from: "contract/src/plain",
    text: `import { z } from "zod";\nexport const schema = z.string();\n`,
    rule: "eslint(no-restricted-imports)",
  },
  "a schema in the plain part of the contract": {
    from: "contract/src/plain",
    text: `import { Task } from "../task.ts";\nexport const schema = Task;\n`,
    rule: "eslint(no-restricted-imports)",
  },
  "two files that import each other": {
    from: "server/src/lib",
    text: `import { b } from "./planted-beside.ts";\nexport const a = () => b;\n`,
    rule: "import(no-cycle)",
  },
};

const TYPE_OF_A_SCHEMA = {
  from: "contract/src/plain",
  text: `import type { Task } from "../task.ts";\nexport type Id = Task["id"];\n`,
};

const house = tempHouse();
afterAll(() => rmSync(house, { recursive: true, force: true }));
const rulesBroken = lintPlanted();

describe.each(Object.keys(KINDS))("%s", (kind) => {
  test("the linter refuses every import that the rooms forbid", () => {
    const passedUnseen = FORBIDDEN.filter(
      (planted) => !rulesBroken(importOf(kind, planted)).includes(planted.rule),
    );
    expect(passedUnseen).toEqual([]);
  });

  test("the linter allows what the rooms allow", () => {
    const refused = ALLOWED.flatMap((planted) => rulesBroken(importOf(kind, planted))).filter(
      (rule) => /boundaries|restricted/.test(rule),
    );
    expect(refused).toEqual([]);
  });
});

test.each(Object.entries(RULES))("the linter finds %s", (_what, planted) => {
  expect(rulesBroken(planted)).toContain(planted.rule);
});

test("the plain part of the contract may take types from the rest of it", () => {
  expect(rulesBroken(TYPE_OF_A_SCHEMA)).toEqual([]);
});

test("SQL is only in stores and in db, except for reading OpenCode's own database", async () => {
  const isSql = /\b(SELECT\s.+\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\b/s;
  const found = await sourcesWith(isSql, /^(db|domain\/[\w-]+\/[\w-]+-(store|sql)\.ts)/);
  expect(found).toEqual(["engines/cli/clis/opencode-spending.ts"]);
});

test("processes start only in processes/process.ts", async () => {
  expect(await sourcesWith(/Bun\.spawn|child_process/, /^processes\/process\.ts$/)).toEqual([]);
});

/** A copy of what the linter checks: others read the real one at the same time. */
function tempHouse(): string {
  const copy = mkdtempSync(join(tmpdir(), "malamar-rooms-"));
  const { workspaces: packages } = manifest;
  const isSource = (path: string) => !/\/(node_modules|dist)$/.test(path);
  for (const name of [
    ".oxlintrc.json",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    ...packages,
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  }
  mkdirSync(join(copy, "node_modules/@malamar"), { recursive: true });
  for (const name of packages) {
    symlinkSync(join(copy, name), join(copy, "node_modules/@malamar", name));
  }
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name === "@malamar") continue;
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
  return copy;
}

interface Source {
  from: string;
  text: string;
}

function importOf(kind: string, { from, imports }: Omit<Planted, "rule">): Source {
  return { from, text: KINDS[kind]!(imports) };
}

/** Lints all of them at once, because the linter takes seconds to start; answers for each of them. */
function lintPlanted(): (source: Source) => string[] {
  const sources: Source[] = [
    ...Object.values(RULES),
    TYPE_OF_A_SCHEMA,
    ...Object.keys(KINDS).flatMap((kind) =>
      [...FORBIDDEN, ...ALLOWED].map((planted) => importOf(kind, planted)),
    ),
  ];
  const keyOf = ({ from, text }: Source) => `${from}\n${text}`;
  const files = new Map(
    sources.map((source, at) => [keyOf(source), join(source.from, `planted-${at}.ts`)]),
  );
  const write = (file: string, text: string) => writeFileSync(join(house, file), text);
  for (const source of sources) write(files.get(keyOf(source))!, source.text);
  const cycle = files.get(keyOf(RULES["two files that import each other"]))!;
  write(
    join(dirname(cycle), "planted-beside.ts"),
    `import { a } from "./${basename(cycle)}";\nexport const b = () => a;\n`,
  );
  const { stdout } = Bun.spawnSync(
    [join(root, "node_modules/.bin/oxlint"), "-f", "json", ...files.values()],
    { cwd: house },
  );
  const { diagnostics } = JSON.parse(stdout.toString()) as {
    diagnostics: { code: string; filename: string }[];
  };
  return (source) => {
    const file = files.get(keyOf(source))!;
    return diagnostics.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code);
  };
}

async function sourcesWith(pattern: RegExp, allowed: RegExp): Promise<string[]> {
  const folder = join(root, "server/src");
  const paths = [...new Glob("**/*.ts").scanSync(folder)];
  const guilty = await Promise.all(
    paths
      .filter((path) => !allowed.test(path) && !path.endsWith(".test.ts"))
      .map(async (path) => (pattern.test(await Bun.file(join(folder, path)).text()) ? [path] : [])),
  );
  return guilty.flat();
}
