import { expect, test } from "bun:test";
import { runInNewContext } from "node:vm";
import { fileCall } from "./file-tools.ts";
import { plainTool, type OfferedTool } from "./tool-call.ts";

const offering = (...names: string[]) => names.map((name) => plainTool({ name }));
const CODE_RUNNER: OfferedTool = { name: "exec", freeform: true, namespace: null };

test.each([
  ["Write", { file_path: "/a.md", content: "Hi\n" }],
  ["write_file", { file_path: "/a.md", content: "Hi\n" }],
  ["write", { filePath: "/a.md", content: "Hi\n" }],
])("a file is written with the tool %s where it is offered", (name, input) => {
  expect(fileCall("/a.md", "Hi\n", offering("Bash", name))).toMatchObject({
    tool: { name },
    input,
  });
});

test("Codex gets a patch that adds the file", async () => {
  const code: unknown = fileCall("/a.md", "It's\n`here`\n", [CODE_RUNNER])?.input;
  const patches: string[] = [];
  const tools = { apply_patch: (patch: string) => (patches.push(patch), "Done") };
  await runInNewContext(`(async () => { ${String(code)} })()`, { tools, text: () => {} });
  expect(patches).toEqual(["*** Begin Patch\n*** Add File: /a.md\n+It's\n+`here`\n*** End Patch"]);
});

test("without such a tool the shell writes it, whatever is in it", () => {
  const call = fileCall("/it's here/a.md", "It's $HOME", offering("bash"));
  const { command } = (call?.input ?? {}) as { command: string };
  expect(command).toBe(String.raw`printf '%s' 'It'\''s $HOME' > '/it'\''s here/a.md'`);
});

test("without any tool there is nothing to call", () => {
  expect(fileCall("/a.md", "Hi", offering("read"))).toBeNull();
});
