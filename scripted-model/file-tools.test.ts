import { expect, test } from "bun:test";
import { runInNewContext } from "node:vm";
import { readCall, writeCall } from "./file-tools.ts";
import { plainTool, type OfferedTool } from "./tool-call.ts";

const offering = (...names: string[]) => names.map((name) => plainTool({ name }));
const CODE_RUNNER: OfferedTool = { name: "exec", freeform: true, namespace: null };

test.each([
  ["Write", { file_path: "/a.md", content: "Hi\n" }],
  ["write_file", { file_path: "/a.md", content: "Hi\n" }],
  ["write", { filePath: "/a.md", content: "Hi\n" }],
])("a file is written with the tool %s where it is offered", (name, input) => {
  expect(writeCall("/a.md", "Hi\n", offering("Bash", name))).toMatchObject({
    tool: { name },
    input,
  });
});

test.each([
  ["Read", { file_path: "/a.md" }],
  ["read_file", { file_path: "/a.md" }],
  ["read", { filePath: "/a.md" }],
])("a file is read with the tool %s where it is offered", (name, input) => {
  expect(readCall("/a.md", offering("Bash", name))).toMatchObject({ tool: { name }, input });
});

test("without such a tool the shell reads it", () => {
  const call = readCall("/it's here/a.md", offering("bash"));
  expect(call?.input).toMatchObject({ command: String.raw`cat '/it'\''s here/a.md'` });
  expect(readCall("/a.md", offering("write"))).toBeNull();
});

test("Codex gets a patch that adds the file", async () => {
  const code: unknown = writeCall("/a.md", "It's\n`here`\n", [CODE_RUNNER])?.input;
  const patches: string[] = [];
  const tools = { apply_patch: (patch: string) => (patches.push(patch), "Done") };
  await runInNewContext(`(async () => { ${String(code)} })()`, { tools, text: () => {} });
  expect(patches).toEqual(["*** Begin Patch\n*** Add File: /a.md\n+It's\n+`here`\n*** End Patch"]);
});

test("without such a tool the shell writes it, whatever is in it", () => {
  const call = writeCall("/it's here/a.md", "It's $HOME", offering("bash"));
  const { command } = (call?.input ?? {}) as { command: string };
  expect(command).toBe(String.raw`printf '%s' 'It'\''s $HOME' > '/it'\''s here/a.md'`);
});

test("without any tool there is nothing to call", () => {
  expect(writeCall("/a.md", "Hi", offering("read"))).toBeNull();
});
