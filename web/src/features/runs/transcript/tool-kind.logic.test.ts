import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toolKind, type ToolKind } from "./tool-kind.logic.ts";

const RECORDINGS = join(import.meta.dir, "../../../../../server/src/engines/cli/clis/recordings");

/** Where each CLI's recorded output has a tool's name. */
const NAMES: Readonly<Record<string, RegExp>> = {
  claude: /"type":"(?:server_)?tool_use","id":"[^"]*","name":"([^"]+)"/g,
  codex: /"type":"(?:collab_tool_call|mcp_tool_call)".*?"tool":"([^"]+)"/g,
  gemini: /"tool_name":"([^"]+)"/g,
  opencode: /"type":"tool","tool":"([^"]+)"/g,
  qwen: /"type":"tool_use","id":"[^"]*","name":"([^"]+)"/g,
};

/** The names of the tools recorded for a CLI, each with its kind. */
function recordedKinds(cli: string): Record<string, ToolKind> {
  const directory = join(RECORDINGS, cli);
  const texts = readdirSync(directory).map((file) => readFileSync(join(directory, file), "utf8"));
  const names = texts.flatMap((text) => [...text.matchAll(NAMES[cli]!)].map(([, name]) => name!));
  return Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, toolKind(name)]));
}

test.each<[string, Record<string, ToolKind>]>([
  [
    "claude",
    {
      Agent: "agent",
      Bash: "command",
      Edit: "edit",
      NotebookEdit: "edit",
      Read: "read",
      ScheduleWakeup: "other",
      Skill: "other",
      StructuredOutput: "other",
      ToolSearch: "other",
      Workflow: "agent",
      Write: "write",
      mcp__own__echo: "other",
      mcp__own__fail: "other",
      mcp__own__picture: "other",
      mcp__own__structured: "other",
      web_search: "web",
    },
  ],
  [
    "codex",
    {
      echo: "other",
      fail: "other",
      picture: "other",
      spawn_agent: "agent",
      structured: "other",
      wait: "agent",
    },
  ],
  [
    "gemini",
    {
      ask_user: "other",
      enter_plan_mode: "other",
      glob: "search",
      google_web_search: "web",
      grep_search: "search",
      invoke_agent: "agent",
      list_directory: "search",
      mcp_lab_echo: "other",
      no_such_tool: "other",
      read_file: "read",
      read_many_files: "read",
      replace: "edit",
      run_shell_command: "command",
      save_memory: "other",
      update_topic: "other",
      web_fetch: "web",
      write_file: "write",
      write_todos: "todo",
    },
  ],
  [
    "opencode",
    {
      apply_patch: "edit",
      bash: "command",
      edit: "edit",
      glob: "search",
      grep: "search",
      invalid: "other",
      lab_echo: "other",
      read: "read",
      skill: "other",
      task: "agent",
      todowrite: "todo",
      webfetch: "web",
      write: "write",
    },
  ],
  [
    "qwen",
    {
      agent: "agent",
      edit: "edit",
      mcp__echoes__echo: "other",
      mcp__echoes__fail: "other",
      monitor: "command",
      notebook_edit: "edit",
      read_file: "read",
      run_shell_command: "command",
      todo_write: "todo",
      write_file: "write",
    },
  ],
])("every tool recorded for %s has its kind", (cli, kinds) => {
  expect(recordedKinds(cli)).toEqual(kinds);
});

test("the names of Codex CLI's own items have their kinds", () => {
  expect(["shell", "web_search", "own.echo"].map(toolKind)).toEqual(["command", "web", "other"]);
});

test.each(["constructor", "__proto__", "", "Read.Read", "r".repeat(1_000), "fs.read", "Bash "])(
  "the name %p has no special kind",
  (name) => {
    expect(toolKind(name)).toBe("other");
  },
);
