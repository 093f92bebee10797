import { describe, expect, test } from "bun:test";
import { TaskOutput } from "@malamar/contract/action.ts";
import { ChatOutput } from "@malamar/contract/chat.ts";
import { CLIS, cliLabel } from "@malamar/contract/plain/cli.ts";
import { EngineCause } from "@malamar/contract/engine-cause.ts";
import { GuardName } from "@malamar/contract/task.ts";
import type { HelpArticle, HelpSummary } from "@malamar/contract/help.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { UpdateWorkspace } from "@malamar/contract/workspace.ts";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ACTIONS } from "#actions/registry.ts";
import { backoffMs, LONGEST_BACKOFF_MS } from "#domain/task/backoff.ts";
import { needsUserGuard, repetitionGuard } from "#domain/task/guards.ts";
import { workspaceRow } from "#domain/workspace/workspace-store.ts";
import { installCommand, NEEDS_USER } from "#engines/diagnosis.ts";
import { UNLIMITED } from "#engines/engine.ts";
import { ADAPTERS } from "#engines/cli/registry.ts";
import { OPTIONS, OPTION_NAMES } from "#config/options.ts";
import { ARTICLES } from "#knowledge/articles.ts";
import { malamarInstruction } from "#knowledge/knowledge.ts";
import { CHANNELS } from "#notify/channels.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

const SOURCES = join(import.meta.dir, "../src");
const INSTRUCTION = malamarInstruction("/knowledge");
const EVERYTHING = [{ slug: "instruction", content: INSTRUCTION }, ...ARTICLES];

function article(slug: string): string {
  return ARTICLES.find((one) => one.slug === slug)!.content;
}

function fences(text: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...text.matchAll(pattern)].map(([, code]) => code!);
}

describe("the help over HTTP", () => {
  test("the list has every article without its text, and each can be read", async () => {
    await using app = await createTestApp();
    const { status, body } = await app.call<HelpSummary[]>("GET", "/api/help");
    expect(status).toBe(200);
    expect(body).toEqual(ARTICLES.map(({ slug, title, summary }) => ({ slug, title, summary })));
    for (const { slug } of body) {
      const one = await app.call<HelpArticle>("GET", `/api/help/${slug}`);
      expect(one.body).toEqual(ARTICLES.find((known) => known.slug === slug)!);
    }
  });

  test.each(["nothing", "instruction", "..%2Finstruction", "concepts.md", "__proto__"])(
    "%s is not an article",
    async (slug) => {
      await using app = await createTestApp();
      const { status, body } = await app.call<ErrorBody>("GET", `/api/help/${slug}`);
      expect(status).toBe(404);
      expect(body.error).toEqual({
        code: "NOT_FOUND",
        message: "There is no such help article. GET /api/help lists all of them.",
      });
    },
  );
});

test("every article of the folder is listed", () => {
  const files = readdirSync(join(SOURCES, "knowledge/articles"));
  expect(files.toSorted()).toEqual(ARTICLES.map(({ slug }) => `${slug}.md`).toSorted());
});

test("the articles are part of a program that is built from the sources", async () => {
  using dir = tempDir();
  const entry = join(dir.path, "entry.ts");
  writeFileSync(
    entry,
    `import { ARTICLES } from ${JSON.stringify(join(SOURCES, "knowledge/articles.ts"))};
     import { malamarInstruction } from ${JSON.stringify(join(SOURCES, "knowledge/knowledge.ts"))};
     console.log(JSON.stringify([ARTICLES, malamarInstruction("/knowledge")]));`,
  );
  const { outputs } = await Bun.build({ entrypoints: [entry], target: "bun", minify: true });
  // One file, and nothing next to it.
  expect(outputs).toHaveLength(1);
  const program = join(dir.path, "program.js");
  await Bun.write(program, outputs[0]!);
  const { stdout } = Bun.spawnSync([process.execPath, program], { cwd: dir.path });
  expect(JSON.parse(stdout.toString())).toEqual([ARTICLES, INSTRUCTION]);
});

describe.each(EVERYTHING.map(({ slug, content }) => [slug, content] as const))(
  "%s",
  (slug, text) => {
    test("Malamar accepts every example of an answer", () => {
      for (const example of fences(text, "json")) {
        const answer = JSON.parse(example) as object;
        if (!("message" in answer)) TaskOutput.parse(answer);
        else for (const action of ChatOutput.parse(answer).actions ?? []) requireValid(action);
      }
    });

    test("every link leads to another article", () => {
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!);
      const known = ARTICLES.filter((one) => one.slug !== slug).map((one) => `${one.slug}.md`);
      expect(links.filter((to) => !known.includes(to))).toEqual([]);
    });

    test("no two headings lead to the same place", () => {
      const examples = /^(`{3,}).*?^\1$/gms;
      const headings = text.replaceAll(examples, "").match(/^#+ .+$/gm) ?? [];
      const places = headings.map((heading) => heading.replace(/^#+ /, "").toLowerCase());
      expect(new Set(places).size).toBe(places.length);
    });

    test("every flag it names exists", () => {
      const flags = [...text.matchAll(/`--([a-z-]+)`/g)].map(([, name]) => name!);
      const known = new Set<string>([...OPTION_NAMES, "deep"]);
      expect(flags.filter((name) => !known.has(name))).toEqual([]);
    });
  },
);

test("the instruction shows every action that the Malamar agent has", () => {
  const shown = fences(INSTRUCTION, "json").flatMap(
    (example) => ChatOutput.parse(JSON.parse(example)).actions ?? [],
  );
  const types = ACTIONS.map(({ type }) => type);
  expect(new Set(shown.map(({ type }) => type))).toEqual(new Set(types));
});

/** With the fields of the action, and no others. */
function requireValid({ type, ...fields }: { type: string }): void {
  const action = ACTIONS.find((known) => known.type === type);
  expect(action?.type).toBe(type);
  action?.fields.parse(fields);
}

test("the article on settings shows how limits are set", () => {
  expect(fences(article("workspace-settings"), "json")).toHaveLength(1);
});

test("every setting is explained, and every guard, in the settings and in the troubleshooting", () => {
  const inTable = (slug: string) =>
    [...article(slug).matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name!);
  const settings = inTable("workspace-settings");
  expect(settings).toEqual(expect.arrayContaining(Object.keys(UpdateWorkspace.shape)));
  expect(settings).toEqual(expect.arrayContaining(GuardName.options));
  expect(inTable("troubleshooting")).toEqual(expect.arrayContaining(GuardName.options));
});

test("every notification channel is named", () => {
  const text = article("workspace-settings").toLowerCase();
  const labels = Object.values(CHANNELS).map(({ label }) => label.toLowerCase());
  expect(labels.filter((label) => !text.includes(label))).toEqual([]);
});

test("every CLI is in the table with its name, its type and how to install and log in", () => {
  const rows = article("clis-and-models")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  for (const { type } of CLIS) {
    const row = rows.find((cells) => cells[1] === cliLabel(type));
    expect(row?.[2]).toBe(`\`${type}\``);
    expect(row?.[3]).toBe(`\`${installCommand(ADAPTERS[type])}\``);
    const [command] = /`[^`]+`/.exec(row?.[4] ?? "") ?? [];
    expect(ADAPTERS[type].logIn).toContain(command);
  }
});

describe("figures match the code", () => {
  test("defaults of a workspace", async () => {
    await using app = await createTestApp();
    const workspace = await app.createWorkspace();
    const rows = [...article("workspace-settings").matchAll(/^\| `(\w+)` +\| (\S+) /gm)];
    // The first table; guards are repeated in another one.
    const stated = Object.fromEntries(rows.toReversed().map(([, name, value]) => [name!, value!]));
    const shown = { true: "on", false: "off", null: "none", "": "empty" } as Record<string, string>;
    for (const name of Object.keys(UpdateWorkspace.shape) as (keyof UpdateWorkspace)[]) {
      if (name === "title" || name.startsWith("notify")) continue;
      const value = String(workspace[name]);
      expect([name, stated[name]!.replaceAll("`", "")]).toEqual([name, shown[value] ?? value]);
    }
  });

  test.each<[slug: string, sentence: () => string]>([
    [
      "workspace-settings",
      () => `Done tasks are deleted ${workspaceRow.defaults.retention_days} days after`,
    ],
    ["workspace-settings", () => `${timesUntil(repetitionGuard)} passes in a row`],
    ["workspace-settings", hopelessness],
    ["troubleshooting", hopelessness],
    ["workspace-settings", guardsOfChats],
    ["chats", guardsOfChats],
    [
      "clis-and-models",
      () => `within ${constant("jobs/cli-health-check.ts", "INTERVAL_MS") / 60_000} minutes`,
    ],
    [
      "troubleshooting",
      () =>
        `after ${[1, 2, 3].map((n) => `${backoffMs(n) / 1000} s`).join(", ")} and so on, up to ${LONGEST_BACKOFF_MS / 60_000} min`,
    ],
    [
      "troubleshooting",
      () => `up to ${constant("engines/cli/output/cli-transcript.ts", "TAIL_BYTES") / 1024} KiB`,
    ],
    [
      "troubleshooting",
      () => {
        const file = "data-directory/log-file.ts";
        return `${(constant(file, "FILES") * constant(file, "FILE_BYTES")) / 1e6} MB in all`;
      },
    ],
    [
      "concepts",
      () => `up to ${constant("loop/briefing/task-briefing.ts", "COMMENT_BUDGET") / 1024} KiB`,
    ],
    [
      "clis-and-models",
      () => `every ${constant("jobs/cli-health-check.ts", "INTERVAL_MS") / 60_000} minutes`,
    ],
    [
      "clis-and-models",
      () => `up to ${constant("engines/cli/ask-cli.ts", "TIMEOUT_MS") / 1000} seconds`,
    ],
    [
      "repositories",
      () => `for ${constant("repository/setup-line.ts", "LIMIT_MINUTES")} minutes at most`,
    ],
    [
      "repositories",
      () => {
        const file = "repository/copy-item.ts";
        const files = constant(file, "MOST_FILES").toLocaleString("en");
        return `at most ${constant(file, "MOST_BYTES") / 1024 ** 2} MB and ${files} files are copied`;
      },
    ],
    [
      "repositories",
      () => {
        const patterns = workspaceRow.defaults.copy_patterns.map((pattern) => `\`${pattern}\``);
        return `at first ${patterns.slice(0, -1).join(", ")} and ${patterns.at(-1)}`;
      },
    ],
    [
      "repositories",
      () =>
        `new files above ${constant("domain/settings/settings-service.ts", "CHECKPOINT_MAX_FILE_MB")} MB`,
    ],
    [
      "repositories",
      () =>
        `for ${constant("domain/settings/settings-service.ts", "KEPT_WORK_DAYS")} days (\`kept_work_days\``,
    ],
    [
      "repositories",
      () =>
        `more than ${constant("git/tree-status.ts", "MOST_UNTRACKED").toLocaleString("en")} new`,
    ],
    [
      "repositories",
      () => {
        const file = readFileSync(join(SOURCES, "git/starting-place.ts"), "utf8");
        const [, major, minor] = /OLDEST_GIT = \[(\d+), (\d+)\]/.exec(file) ?? [];
        return `You need Git ${major}.${minor} or newer`;
      },
    ],
    [
      "repositories",
      () => {
        const file = readFileSync(join(SOURCES, "domain/worktree/worktree-times.ts"), "utf8");
        return file.includes("KEPT_MS = DAY_MS") ? "24 hours after a task is Done" : "another time";
      },
    ],
    ["repositories", () => `such as \`${workspaceRow.defaults.branch_prefix}fix-login-1a2b3c4d\``],
    ["safety", () => `listens on \`${OPTIONS.host.default()}\`, port ${OPTIONS.port.default()},`],
    [
      "safety",
      () =>
        constant("http/wrong-proofs.ts", "MOST_OF_ADDRESS") === 10 &&
        constant("http/wrong-proofs.ts", "PACE_OF_ADDRESS_MS") === 1000 &&
        constant("http/wrong-proofs.ts", "WINDOW_MS") === 60_000
          ? "After ten wrong tokens in a minute, Malamar checks tokens from that address one per second"
          : "other figures",
    ],
  ])("%s: %#", (slug, sentence) => {
    expect(article(slug)).toContain(sentence());
  });
});

/** A number that is private to the code, read where it is written. */
function constant(file: string, name: string): number {
  const source = readFileSync(join(SOURCES, file), "utf8");
  const [, factors] = new RegExp(`\\b${name}(?: =|:) ([\\d_ *]+)[;,]`).exec(source) ?? [];
  if (!factors) throw new Error(`There is no number ${name} in ${file}.`);
  return factors
    .split("*")
    .reduce((product, part) => product * Number(part.replaceAll("_", "")), 1);
}

function timesUntil(trips: (times: number) => unknown): number {
  let times = 1;
  while (trips(times) === null) times++;
  return times;
}

/** How long a task fails for reasons that need a person: for the others, an engine waits. */
function hopelessness(): string {
  const minutes = timesUntil((tried) => needsUserGuard(100, tried * 60_000, ""));
  const reasons = [...NEEDS_USER]
    .filter((cause) => !EngineCause.safeParse(cause).success)
    .map((cause) => cause.replace(/^bad_|_refused$/, ""));
  return `failing for ${minutes} minutes for a reason that only you can fix (a ${reasons.join(", a ")})`;
}

/** Those of every run, whatever it is for. */
function guardsOfChats(): string {
  const names = Object.keys(UNLIMITED).map((name) => `\`${name}\``);
  return `Of the guards only ${names.join(" and ")} hold in chats too`;
}
