import { expect, test } from "bun:test";
import { printedBy, todosInText, todoSummary, toolDetail } from "./tool-detail.logic.ts";

test.each<[string, string, unknown, string, string | null]>([
  [
    "Claude Code reads",
    "Read",
    { file_path: "/project/old.txt" },
    "/project/old.txt",
    "/project/old.txt",
  ],
  [
    "OpenCode reads",
    "read",
    { filePath: "/project/old.txt" },
    "/project/old.txt",
    "/project/old.txt",
  ],
  [
    "Qwen Code edits a notebook",
    "notebook_edit",
    { notebook_path: "/n.ipynb", new_source: "2" },
    "/n.ipynb",
    "/n.ipynb",
  ],
  [
    "OpenCode patches",
    "apply_patch",
    { patchText: "*** Begin Patch\n*** Update File: m.txt\n@@" },
    "m.txt",
    "m.txt",
  ],
  ["Gemini CLI lists", "list_directory", { dir_path: "src" }, "src", null],
  ["Gemini CLI searches", "grep_search", { pattern: "one", path: "src" }, "one in src", null],
  ["a search has no directory", "glob", { pattern: "*.txt" }, "*.txt", null],
  [
    "Codex CLI opens a page",
    "web_search",
    { type: "open_page", url: "https://bun.sh" },
    "https://bun.sh",
    null,
  ],
  ["a subagent starts", "Agent", { description: "look around", prompt: "go" }, "look around", null],
  ["an MCP tool runs", "mcp__own__echo", { text: "hi", path: "/x" }, "/x", null],
  [
    "an input is truncated",
    "Write",
    '{"file_path":"/a \\"b\\".txt","content":"xx… [9 bytes left out]',
    '/a "b".txt',
    '/a "b".txt',
  ],
  ["an input is empty", "Read", null, "", null],
])("the line and the path when %s", (_what, name, input, subject, path) => {
  expect(toolDetail(name, input)).toMatchObject({ subject, path });
});

test.each<[string, unknown, string | null]>([
  ["as plain text", { command: "echo hi" }, "echo hi"],
  ["within a shell", { command: "/bin/bash -lc 'echo '\\''hi'\\'''" }, "echo 'hi'"],
  [
    "within a shell and double quotes",
    { command: 'bash -lc "echo \\"hi\\" \\$HOME"' },
    'echo "hi" $HOME',
  ],
  ["as separate words", { command: ["ls", "-l"] }, "ls -l"],
  ["not at all", {}, null],
])("a command that is given %s", (_how, input, command) => {
  expect(toolDetail("shell", input).command).toBe(command);
});

test.each<[string, string, unknown, unknown]>([
  ["an edit", "Edit", { old_string: "a", new_string: "b" }, [{ before: "a", after: "b" }]],
  ["an edit of OpenCode", "edit", { oldString: "a", newString: "" }, [{ before: "a", after: "" }]],
  [
    "an edit that creates a file",
    "replace",
    { old_string: "", new_string: "b" },
    [{ before: null, after: "b" }],
  ],
  [
    "several edits at once",
    "MultiEdit",
    {
      edits: [
        { old_string: "a", new_string: "b" },
        { old_string: "c", new_string: "d" },
      ],
    },
    [
      { before: "a", after: "b" },
      { before: "c", after: "d" },
    ],
  ],
  ["a written file", "write_file", { content: "x\n" }, [{ before: null, after: "x\n" }]],
  [
    "a file that is emptied",
    "Write",
    { file_path: "/a", content: "" },
    [{ before: null, after: "" }],
  ],
  ["a truncated text", "Write", '{"content":"x… [9 bytes left out]', []],
  ["a command", "Bash", { content: "x" }, []],
])("the texts of %s", (_what, name, input, changes) => {
  expect(toolDetail(name, input).changes).toEqual(changes as never);
});

test.each<[string, string, unknown]>([
  [
    "Claude Code",
    "TodoWrite",
    {
      todos: [
        { content: "a", status: "completed", activeForm: "A" },
        { content: "b", status: "in_progress" },
        { content: "c", status: "pending" },
      ],
    },
  ],
  [
    "Gemini CLI",
    "write_todos",
    {
      todos: [
        { description: "a", status: "completed" },
        { description: "b", status: "in_progress" },
        { description: "c", status: "pending" },
      ],
    },
  ],
  [
    "Qwen Code",
    "todo_write",
    {
      todos: [
        { id: "1", content: "a", status: "completed" },
        { id: "2", content: "b", status: "in_progress" },
        { id: "3", content: "c" },
      ],
    },
  ],
])("the to-do list of %s", (_cli, name, input) => {
  const { todos, subject } = toolDetail(name, input);
  expect(todos).toEqual([
    { text: "a", state: "done" },
    { text: "b", state: "active" },
    { text: "c", state: "open" },
  ]);
  expect(subject).toBe("1 of 3 done");
});

test("other inputs have no to-do list", () => {
  expect(toolDetail("TodoWrite", { todos: "all" }).todos).toBe(null);
  expect(toolDetail("TodoWrite", { todos: [null, 5, {}, { content: 7 }] }).todos).toEqual([]);
  expect(toolDetail("TaskCreate", { subject: "a" }).todos).toBe(null);
  expect(todoSummary([])).toBe("empty");
});

test("Codex CLI's list counts too, but not a text that contains a box", () => {
  expect(todosInText("[x] look\n[ ] mend")).toEqual([
    { text: "look", state: "done" },
    { text: "mend", state: "open" },
  ]);
  expect(todosInText("[x] look\nand mend")).toBe(null);
  expect(todosInText("I should [x] look")).toBe(null);
});

test.each<[string, { output: string; exit_code?: number }, string, number | null]>([
  ["Claude Code writes above", { output: "Exit code 3\nout\nerr" }, "out\nerr", 3],
  ["Claude Code writes alone", { output: "Exit code 1" }, "", 1],
  [
    "Qwen Code writes below",
    { output: "Command: x\nOutput: out\nExit Code: 3\nSignal: (none)" },
    "Command: x\nOutput: out\nExit Code: 3\nSignal: (none)",
    3,
  ],
  ["the adapter reports", { output: "out\n", exit_code: 0 }, "out\n", 0],
  ["a program prints by chance", { output: "done\nExit Code: 3" }, "done\nExit Code: 3", null],
  ["nothing reports", { output: "out" }, "out", null],
])("the exit code that %s", (_who, result, text, exitCode) => {
  expect(printedBy(result)).toEqual({ text, exitCode });
});

test.each<[string, string, unknown, unknown]>([
  ["a command", "Bash", { command: "ls", timeout: 5, description: "" }, { timeout: 5 }],
  ["a read", "Read", { file_path: "/a", offset: 10, limit: null }, { offset: 10 }],
  [
    "an edit",
    "Edit",
    { file_path: "/a", old_string: "a", new_string: "b", replace_all: false },
    null,
  ],
  [
    "a truncated write",
    "Write",
    '{"file_path":"/a","content":"x… [9',
    '{"file_path":"/a","content":"x… [9',
  ],
  ["an unknown tool", "mcp__own__echo", { content: "hi" }, { content: "hi" }],
  ["a read without a file", "Read", { content: "hi" }, { content: "hi" }],
])("the remaining input of %s", (_what, name, input, rest) => {
  expect(toolDetail(name, input).rest).toEqual(rest);
});
