import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UNKNOWN } from "#engines/cli/spending/figures.ts";
import { followFiles } from "#engines/cli/spending/followed-files.ts";
import type { FollowedRun, SpendingFiles } from "#engines/cli/spending/spending-files.ts";
import { openCodeDatabase } from "#testing/opencode-database.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { claudeSpending } from "./claude-spending.ts";
import { codexSpending } from "./codex-spending.ts";
import { geminiSpending } from "./gemini-spending.ts";
import { opencodeSpending } from "./opencode-spending.ts";
import { qwenSpending } from "./qwen-spending.ts";

/** A home with these files, each a list of lines. */
function homeWith(files: (home: string) => Record<string, readonly object[]>) {
  const dir = tempDir();
  for (const [path, lines] of Object.entries(files(dir.path))) {
    const file = join(dir.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return dir;
}

async function toldIn(
  home: string,
  spending: (run: FollowedRun) => SpendingFiles,
  session: string,
  env: Record<string, string> = {},
) {
  return followFiles(spending({ env: { HOME: home, ...env }, cwd: home })).look(session);
}

const used = (
  input_tokens: number,
  output_tokens: number,
  cached_tokens: number,
  cost_usd: number | null = null,
) => ({ input_tokens, output_tokens, cached_tokens, cost_usd });
const NOTHING = used(0, 0, 0);

const folderOf = (path: string) => path.replaceAll(/[^a-zA-Z0-9]/g, "-");

describe("Claude Code", () => {
  const said = (id: string, output_tokens: number) => ({
    type: "assistant",
    message: {
      id,
      content: [],
      usage: {
        input_tokens: 234,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 1000,
        output_tokens,
      },
    },
  });

  test("reports how long each answer has become, including subagents", async () => {
    using home = homeWith((path) => ({
      [`.claude/projects/${folderOf(path)}/s-1.jsonl`]: [
        { type: "user", message: { content: "usage" } },
        said("m-1", 1),
        said("m-1", 56),
        said("m-2", 40),
      ],
      [`.claude/projects/${folderOf(path)}/s-1/subagents/agent-a.jsonl`]: [said("m-3", 4)],
    }));
    const { all } = await toldIn(home.path, claudeSpending, "s-1");
    expect(all).toEqual(used(3 * 1244, 100, 3000));
  });
});

describe("Codex CLI", () => {
  const now = new Date();
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0"));
  const day = `.codex/sessions/${now.getFullYear()}/${month}/${date}`;
  const began = (session_id: string) => ({ type: "session_meta", payload: { session_id } });
  const counted = (calls: number) => ({
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: {
          input_tokens: calls * 1234,
          cached_input_tokens: calls * 1000,
          output_tokens: calls * 56,
        },
      },
    },
  });
  const calls = (count: number) => used(count * 1234, count * 56, count * 1000);

  test("reports the count of its thread, and the threads of subagents that its final event leaves out", async () => {
    using home = homeWith(() => ({
      [`${day}/rollout-1-thread-2.jsonl`]: [began("thread-2"), counted(1), counted(2)],
      [`${day}/rollout-2-thread-3.jsonl`]: [began("thread-2"), counted(3)],
      // Someone else's, before and after it.
      [`${day}/rollout-0-thread-1.jsonl`]: [began("thread-2"), counted(100)],
      [`${day}/rollout-3-thread-4.jsonl`]: [began("thread-4"), counted(100)],
    }));
    symlinkSync("/etc/hostname", join(home.path, day, "rollout-4-thread-5.jsonl"));
    const told = await toldIn(home.path, codexSpending, "thread-2");
    expect(told).toEqual({ all: calls(5), leftOut: calls(3) });
  });

  test("reports it where its home is another", async () => {
    using home = homeWith(() => ({ [`${day}/rollout-1-t.jsonl`]: [counted(1)] }));
    const elsewhere = { HOME: "/nowhere", CODEX_HOME: join(home.path, ".codex") };
    const { all } = await toldIn(home.path, codexSpending, "t", elsewhere);
    expect(all).toEqual(calls(1));
  });
});

describe("Gemini CLI", () => {
  const answer = (id: string, more: object = {}) => ({
    id,
    type: "gemini",
    content: "",
    tokens: { input: 1234, output: 50, cached: 1000, thoughts: 6, tool: 0, total: 1290 },
    ...more,
  });
  const session = "12345678-aaaa";
  const chats = ".gemini/tmp/here/chats";

  test("reports each answer once, including thoughts and subagents", async () => {
    using home = homeWith((path) => ({
      ".gemini/projects.json": [{ projects: { [path]: "here" } }],
      [`${chats}/session-now-12345678.jsonl`]: [
        { sessionId: session },
        answer("a"),
        answer("a", { toolCalls: [{ result: '"tokens":{' }] }),
        answer("b"),
      ],
      [`${chats}/session-now-87654321.jsonl`]: [answer("x")],
      [`${chats}/${session}/sub.jsonl`]: [answer("c")],
    }));
    const { all } = await toldIn(home.path, geminiSpending, session);
    expect(all).toEqual(used(3 * 1234, 3 * 56, 3 * 1000));
  });

  test("reports nothing where its list of projects leads elsewhere, or is missing", async () => {
    using home = homeWith((path) => ({
      ".gemini/projects.json": [{ projects: { [path]: "../../other" } }],
      "other/chats/session-now-12345678.jsonl": [answer("a")],
    }));
    expect((await toldIn(home.path, geminiSpending, session)).all).toEqual(NOTHING);
    using empty = tempDir();
    expect((await toldIn(empty.path, geminiSpending, session)).all).toEqual(NOTHING);
  });
});

describe("Qwen Code", () => {
  const response = (count: unknown) => ({
    type: "system",
    subtype: "ui_telemetry",
    systemPayload: {
      uiEvent: {
        "event.name": "qwen-code.api_response",
        input_token_count: count,
        output_token_count: 56,
        cached_content_token_count: 1000,
      },
    },
  });

  test("reports every model answer; anything but a figure is skipped", async () => {
    using home = homeWith((path) => ({
      [`.qwen/projects/${folderOf(path)}/chats/s-1.jsonl`]: [
        response(1234),
        response("many"),
        response(1234),
      ],
    }));
    const { all } = await toldIn(home.path, qwenSpending, "s-1");
    expect(all).toEqual(used(2 * 1234, 2 * 56, 2 * 1000));
  });
});

describe("OpenCode", () => {
  const steps = (count: number) => used(count * 1234, count * 56, count * 1000, count * 0.25);
  const sourceIn = (home: string, env: Record<string, string> = {}) =>
    opencodeSpending({ env: { HOME: home, ...env }, cwd: home });

  test("reports what its subagents use while they work, and their subagents, which its output leaves out", async () => {
    using home = tempDir();
    const source = sourceIn(home.path);
    expect((await source.look("s-1")).all).toEqual(UNKNOWN);
    using database = openCodeDatabase(home.path);
    database.set("s-1", null, 2);
    // Someone else's.
    database.set("s-9", null, 100);
    database.set("s-10", "s-9", 100);
    expect(await source.look("s-1")).toEqual({ all: steps(2), leftOut: UNKNOWN });
    database.set("s-2", "s-1", 3);
    database.set("s-3", "s-2", 1);
    expect(await source.look("s-1")).toEqual({ all: steps(6), leftOut: steps(4) });
    database.set("s-2", "s-1", 4);
    expect(await source.look("s-1")).toEqual({ all: steps(7), leftOut: steps(5) });
  });

  test("reports no cost of a model without a price", async () => {
    using home = tempDir();
    using database = openCodeDatabase(home.path);
    database.set("s-1", null, 1, 0);
    const { all } = await sourceIn(home.path).look("s-1");
    expect(all).toEqual({ ...steps(1), cost_usd: null });
  });

  test("reports it where its data or its database is another", async () => {
    using home = tempDir();
    using database = openCodeDatabase(home.path, "data/opencode/mine.db");
    database.set("s-1", null, 1);
    const env = { XDG_DATA_HOME: join(home.path, "data"), OPENCODE_DB: "mine.db" };
    expect((await sourceIn(home.path, env).look("s-1")).all).toEqual(steps(1));
    const whole = { OPENCODE_DB: join(home.path, "data/opencode/mine.db") };
    expect((await sourceIn(home.path, whole).look("s-1")).all).toEqual(steps(1));
  });

  test("an unreadable file reverses nothing", async () => {
    using home = tempDir();
    const source = sourceIn(home.path);
    using database = openCodeDatabase(home.path);
    const { path } = database;
    database.set("s-1", null, 1);
    await source.look("s-1");
    rmSync(path);
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
    expect((await source.look("s-1")).all).toEqual(steps(1));
    rmSync(path);
    writeFileSync(path, "no database");
    expect((await source.look("s-1")).all).toEqual(steps(1));
  });
});

test.each([claudeSpending, codexSpending, geminiSpending, qwenSpending])(
  "%p as a session makes no path",
  async (spending) => {
    using home = tempDir();
    const files = spending({ env: { HOME: home.path }, cwd: home.path });
    for (const name of ["../x", "a/b", "", ".", "x".repeat(10_000), "a\0b"]) {
      expect(await files.find(name)).toEqual([]);
    }
  },
);
