import { describe, expect, test } from "bun:test";
import { runInNewContext } from "node:vm";
import { replyFor } from "./reply.ts";
import { plainTool, type OfferedTool } from "./tool-call.ts";

const offering = (...names: string[]) => names.map((name) => plainTool({ name }));
const CODE_RUNNER: OfferedTool = { name: "exec", freeform: true, namespace: null };

describe("a command goes to the shell tool that is offered", () => {
  const described = { command: "ls", description: "A step of the script" };

  test.each<[string, Record<string, unknown>]>([
    ["Bash", described],
    ["bash", described],
    ["run_shell_command", described],
    ["exec_command", { cmd: "ls" }],
    ["shell_command", { command: "ls" }],
    ["shell", { command: ["bash", "-lc", "ls"] }],
  ])("%s", (name, input) => {
    const { call } = replyFor({ kind: "runs", command: "ls" }, offering("read", name));
    expect(call).toMatchObject({ tool: { name }, input });
  });

  test("Codex's code runner, as JavaScript that survives every quote", async () => {
    const command = `echo "it's" \`here\` $\{HOME} \\n`;
    const { call } = replyFor({ kind: "runs", command }, [...offering("wait"), CODE_RUNNER]);
    expect(call?.tool).toBe(CODE_RUNNER);
    expect(await runCode(call?.input)).toEqual([["exec_command", { cmd: command }], "answer"]);
  });

  test("a function that is only named like the code runner is not it", () => {
    const { text } = replyFor({ kind: "runs", command: "ls" }, offering("exec"));
    expect(text).toBe("No shell tool is offered, only exec.");
  });

  test("without any, the words say so", () => {
    const reply = replyFor({ kind: "runs", command: "ls" }, offering("read", "write"));
    expect(reply).toEqual({
      thinking: null,
      text: "No shell tool is offered, only read, write.",
      call: null,
    });
  });
});

describe("a call", () => {
  test("carries words and thinking with it", () => {
    const answer = {
      kind: "calls",
      tool: "read",
      input: { a: 1 },
      text: "So",
      thinking: "Hm",
    } as const;
    expect(replyFor(answer, offering("read"))).toEqual({
      thinking: "Hm",
      text: "So",
      call: { tool: plainTool({ name: "read" }), freeform: false, input: { a: 1 } },
    });
  });

  test("of a tool that is not offered is sent anyway", () => {
    const { call } = replyFor({ kind: "calls", tool: "nonsense", input: {} }, offering("read"));
    expect(call).toEqual({ tool: plainTool({ name: "nonsense" }), freeform: false, input: {} });
  });

  test("of a tool that Codex offers inside its code runner goes through it", async () => {
    const answer = { kind: "calls", tool: "mcp__lab__echo", input: { text: "hi" } } as const;
    const { call } = replyFor(answer, [CODE_RUNNER]);
    expect(await runCode(call?.input)).toEqual([["mcp__lab__echo", { text: "hi" }], "answer"]);
  });

  test.each([
    [{ input: "*** Begin Patch" }, "*** Begin Patch"],
    [{ other: 1 }, '{"other":1}'],
  ])("of a freeform tool gets a text: %j", (input, text) => {
    const patch: OfferedTool = { name: "apply_patch", freeform: true, namespace: null };
    const { call } = replyFor({ kind: "calls", tool: "apply_patch", input }, [patch]);
    expect(call).toEqual({ tool: patch, freeform: true, input: text });
  });
});

describe("a structured answer", () => {
  test("goes through StructuredOutput where it is offered", () => {
    const reply = replyFor({ kind: "returns", value: { a: 1 } }, offering("StructuredOutput"));
    expect(reply.call).toMatchObject({ tool: { name: "StructuredOutput" }, input: { a: 1 } });
  });

  test.each<[unknown, string[]]>([
    [{ a: 1 }, ["bash"]],
    [[1, 2], ["StructuredOutput"]],
    [null, ["StructuredOutput"]],
  ])("is said as JSON otherwise: %j with %p", (value, tools) => {
    const reply = replyFor({ kind: "returns", value }, offering(...tools));
    expect(reply).toEqual({ thinking: null, text: JSON.stringify(value), call: null });
  });
});

/** Runs code as Codex does, with tools that only take notes. */
async function runCode(code: unknown): Promise<unknown[]> {
  const notes: unknown[] = [];
  const tools = new Proxy(
    {},
    {
      get: (_, name) => async (input: unknown) => {
        notes.push([name, input]);
        return "answer";
      },
    },
  );
  const text = (result: unknown) => notes.push(result);
  await runInNewContext(`(async () => { ${String(code)} })()`, { tools, text });
  return notes;
}
