import { describe, expect, test } from "bun:test";
import type { CliType } from "@malamar/contract/cli.ts";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import { newId } from "#lib/id.ts";
import type { StreamEnd } from "#engines/cli-adapter.ts";
import type { RunRequest } from "#engines/engine.ts";
import { ADAPTERS } from "#engines/registry.ts";

const RUN: RunRequest = {
  runId: newId(),
  installationId: "here",
  model: null,
  cwd: "/work",
  inputPath: "/tmp/m/in.md",
  outputPath: "/tmp/m/out.json",
  environment: {},
  setup: { binary_path: null, env_vars: {} },
};

const LONG_WORDS: Record<string, string> = {
  PROMPT: "Read the file at /tmp/m/in.md and follow the instruction autonomously.",
  TITLE: `Malamar run ${RUN.runId}`,
};

const IS_ROOT = process.getuid?.() === 0;

describe("command lines", () => {
  test.each<[CliType, string]>([
    ["claude", "-p PROMPT --dangerously-skip-permissions --output-format stream-json --verbose"],
    [
      "codex",
      "exec --json --dangerously-bypass-approvals-and-sandbox --skip-git-repo-check -c analytics.enabled=false -c check_for_update_on_startup=false PROMPT",
    ],
    [
      "gemini",
      "-p PROMPT --approval-mode yolo --skip-trust -o stream-json --include-directories /tmp/m",
    ],
    ["opencode", "run --format json --auto --title TITLE PROMPT"],
  ])("%s", (type, expected) => {
    const words = expected.split(" ").map((word) => LONG_WORDS[word] ?? word);
    expect(ADAPTERS[type].arguments(RUN)).toEqual(words);
  });

  test.each([
    ["claude", ["--model", "m-1"]],
    ["codex", ["-m", "m-1"]],
    ["gemini", ["-m", "m-1"]],
    ["opencode", ["-m", "m-1"]],
  ] as const)("%s is told the model", (type, expected) => {
    const given = ADAPTERS[type].arguments({ ...RUN, model: "m-1" });
    expect(given.slice(given.indexOf("m-1") - 1, given.indexOf("m-1") + 1)).toEqual([...expected]);
  });

  test("Gemini sees both directories", () => {
    const run = { ...RUN, outputPath: "/var/o/out.json" };
    expect(ADAPTERS.gemini.arguments(run)).toContain("/tmp/m,/var/o");
  });
});

describe("environments", () => {
  const QUIET_CLAUDE = {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
  const QUIET_OPENCODE = {
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
  const OPENCODE_CONFIG_CONTENT = '{"autoupdate":false,"share":"disabled","permission":"allow"}';

  test.each<[CliType, Record<string, string> | undefined]>([
    ["claude", IS_ROOT ? { ...QUIET_CLAUDE, IS_SANDBOX: "1" } : QUIET_CLAUDE],
    ["codex", undefined],
    ["gemini", { GEMINI_CLI_NO_RELAUNCH: "true" }],
    ["opencode", { ...QUIET_OPENCODE, OPENCODE_CONFIG_CONTENT }],
  ])("%s", (type, expected) => {
    expect(ADAPTERS[type].environment?.(RUN)).toEqual(expected);
  });

  test.each<Partial<RunRequest>>([
    { environment: { OPENCODE_CONFIG_CONTENT: "{}" } },
    { setup: { binary_path: null, env_vars: { OPENCODE_CONFIG_CONTENT: "{}" } } },
  ])("OpenCode's own configuration of the user stays: %j", (given) => {
    expect(ADAPTERS.opencode.environment?.({ ...RUN, ...given })).toEqual(QUIET_OPENCODE);
  });
});

interface Stream {
  cli: CliType;
  name: string;
  lines: readonly string[];
  /** A line that is not understood counts as raw. */
  events: readonly (NewTranscriptEvent | "raw")[];
  end: Partial<StreamEnd>;
}

const usage = (input: number, output: number, cached: number | null, cost: number | null) => ({
  type: "usage" as const,
  input_tokens: input,
  output_tokens: output,
  cached_tokens: cached,
  cost_usd: cost,
});

const call = (id: string, name: string, input: unknown) => ({
  type: "tool_call" as const,
  id,
  name,
  input,
});

const result = (id: string, output: string, is_error = false) => ({
  type: "tool_result" as const,
  id,
  output,
  is_error,
});

/** By the samples of each CLI's real output. */
const STREAMS: Stream[] = [
  {
    cli: "claude",
    name: "a run that is done",
    lines: [
      '{"type":"system","subtype":"init","cwd":"/w","session_id":"2c37","tools":[],"mcp_servers":[],"model":"claude-opus-5-5","permissionMode":"bypassPermissions","apiKeySource":"ANTHROPIC_API_KEY","claude_code_version":"2.1.325"}',
      '{"type":"assistant","message":{"id":"msg_1","model":"m","content":[{"type":"thinking","thinking":"Hm.","signature":"x"},{"type":"text","text":"Reading."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}],"usage":{"output_tokens":1}},"parent_tool_use_id":null,"session_id":"2c37"}',
      '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"a.md","is_error":false}]},"tool_use_result":{"stdout":"a.md"}}',
      '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t2","name":"Write","input":{"file_path":"/w/b.md","content":"x"}},{"type":"tool_use","id":"t3","name":"Edit","input":{"file_path":"/w/a.md"}},{"type":"server_tool_use"}]}}',
      '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t2","type":"tool_result","content":[{"type":"text","text":"ok"}]}]},"tool_use_result":{"type":"create","filePath":"/w/b.md"}}',
      '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t3","type":"tool_result","content":"no such text","is_error":true}]},"tool_use_result":"Error"}',
      '{"subtype":"success","is_error":false,"api_error_status":null,"result":"All done.","num_turns":2,"total_cost_usd":0.0125,"usage":{"input_tokens":2468,"cache_read_input_tokens":2000,"output_tokens":112},"modelUsage":{},"permission_denials":[],"terminal_reason":"completed","duration_ms":5,"type":"result"}',
    ],
    events: [
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Reading." },
      call("t1", "Bash", { command: "ls" }),
      result("t1", "a.md"),
      call("t2", "Write", { file_path: "/w/b.md", content: "x" }),
      call("t3", "Edit", { file_path: "/w/a.md" }),
      result("t2", "ok"),
      { type: "file_change", path: "/w/b.md", kind: "add" },
      result("t3", "no such text", true),
      usage(4468, 112, 2000, 0.0125),
    ],
    end: { terminal: { ok: true }, sessionId: "2c37", answer: null },
  },
  {
    cli: "claude",
    name: 'an API error says "success" and still is one',
    lines: [
      '{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":589,"error_status":401,"error":"authentication_failed"}',
      '{"subtype":"success","is_error":true,"api_error_status":401,"terminal_reason":"api_error","result":"API Error: 401","type":"result"}',
    ],
    events: ["raw"],
    end: { terminal: { ok: false, message: "API Error: 401" }, sessionId: null },
  },
  {
    cli: "claude",
    name: "a limit that an earlier line told about",
    lines: [
      '{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1785000000}}',
      '{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1785463200}}',
      '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 429"}',
    ],
    events: [],
    end: {
      terminal: { ok: false, message: "API Error: 429 (limit resets at 2026-07-31T02:00:00.000Z)" },
    },
  },
  {
    cli: "claude",
    name: "a structured answer, and a line that nobody knows",
    lines: [
      '{"type":"hologram"}',
      '{"type":"result","subtype":"success","is_error":false,"result":"{}","structured_output":{"actions":[]}}',
    ],
    events: ["raw"],
    end: { terminal: { ok: true }, answer: '{"actions":[]}' },
  },
  {
    cli: "codex",
    name: "a run that is done",
    lines: [
      '{"type":"thread.started","thread_id":"01a1ddc5"}',
      '{"type":"turn.started"}',
      '{"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata for `fake-model` not found"}}',
      '{"type":"error","message":"Reconnecting... 1/5 (unexpected status 401 Unauthorized: x)"}',
      '{"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"Hm."}}',
      '{"type":"item.started","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"","exit_code":null,"status":"in_progress"}}',
      '{"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc ls","aggregated_output":"a.md","exit_code":0,"status":"completed"}}',
      '{"type":"item.completed","item":{"id":"item_3","type":"command_execution","command":"false","aggregated_output":"","exit_code":1,"status":"failed"}}',
      '{"type":"item.completed","item":{"id":"item_4","type":"file_change","changes":[{"path":"/w/b.md","kind":"add"},{"path":"/w/c.md","kind":"delete"}],"status":"completed"}}',
      '{"type":"item.completed","item":{"id":"item_5","type":"mcp_tool_call","server":"lab","tool":"echo","arguments":{"text":"hi"},"result":{"content":[]},"error":null,"status":"completed"}}',
      '{"type":"item.completed","item":{"id":"item_6","type":"agent_message","text":"All done."}}',
      '{"type":"turn.completed","usage":{"input_tokens":2468,"cached_input_tokens":2000,"cache_write_input_tokens":0,"output_tokens":112,"reasoning_output_tokens":0}}',
    ],
    events: [
      "raw",
      "raw",
      { type: "thinking", text: "Hm." },
      call("item_2", "shell", { command: "/bin/bash -lc ls" }),
      result("item_2", "a.md"),
      call("item_3", "shell", { command: "false" }),
      result("item_3", "", true),
      { type: "file_change", path: "/w/b.md", kind: "add" },
      { type: "file_change", path: "/w/c.md", kind: "delete" },
      call("item_5", "lab.echo", { text: "hi" }),
      result("item_5", '{"content":[]}'),
      { type: "text", text: "All done." },
      usage(2468, 112, 2000, null),
    ],
    end: { terminal: { ok: true }, sessionId: "01a1ddc5" },
  },
  {
    cli: "codex",
    name: "a turn that failed",
    lines: ['{"type":"turn.failed","error":{"message":"unexpected status 401"}}'],
    events: [],
    end: { terminal: { ok: false, message: "unexpected status 401" }, sessionId: null },
  },
  {
    cli: "codex",
    name: "no last word",
    lines: ['{"type":"turn.started"}'],
    events: [],
    end: { terminal: null },
  },
  {
    cli: "gemini",
    name: "a run that is done",
    lines: [
      '{"type":"init","session_id":"s-1","model":"auto"}',
      '{"type":"message","role":"user","content":"Read the file"}',
      '{"type":"tool_use","tool_name":"run_shell_command","tool_id":"t1","parameters":{"command":"ls"}}',
      '{"type":"tool_result","tool_id":"t1","status":"success","output":""}',
      '{"type":"tool_use","tool_name":"write_file","tool_id":"t2","parameters":{"file_path":"/w/b.md","content":"x"}}',
      '{"type":"tool_result","tool_id":"t2","status":"success","output":"Successfully created and wrote to new file: /w/b.md"}',
      '{"type":"tool_use","tool_name":"read_file","tool_id":"t3","parameters":{"file_path":"/x"}}',
      '{"type":"tool_result","tool_id":"t3","status":"error","error":{"type":"invalid","message":"Path not in workspace"}}',
      '{"type":"message","role":"assistant","content":"All done.","delta":true}',
      '{"type":"result","status":"success","stats":{"total_tokens":3870,"input_tokens":3702,"output_tokens":168,"cached":3000,"input":702,"duration_ms":239,"tool_calls":1,"models":{}}}',
    ],
    events: [
      call("t1", "run_shell_command", { command: "ls" }),
      result("t1", ""),
      call("t2", "write_file", { file_path: "/w/b.md", content: "x" }),
      result("t2", "Successfully created and wrote to new file: /w/b.md"),
      { type: "file_change", path: "/w/b.md", kind: "add" },
      call("t3", "read_file", { file_path: "/x" }),
      result("t3", "Path not in workspace", true),
      { type: "text", text: "All done." },
      usage(3702, 168, 3000, null),
    ],
    end: { terminal: { ok: true }, sessionId: "s-1" },
  },
  {
    cli: "gemini",
    name: "an error at the end",
    lines: [
      '{"type":"result","status":"error","error":{"type":"unknown","message":"[API Error: x]"},"stats":{"input_tokens":1,"output_tokens":0}}',
    ],
    events: [usage(1, 0, null, null)],
    end: { terminal: { ok: false, message: "[API Error: x]" } },
  },
  {
    cli: "opencode",
    name: "a run of two steps, whose usage adds up",
    lines: [
      '{"type":"step_start","sessionID":"ses_1","part":{"type":"step-start"}}',
      '{"type":"tool_use","part":{"type":"tool","tool":"bash","callID":"c1","state":{"status":"completed","input":{"command":"ls"},"output":"a.md","metadata":{"exit":0}}}}',
      '{"type":"tool_use","part":{"type":"tool","tool":"write","callID":"c2","state":{"status":"completed","input":{"filePath":"/w/b.md"},"output":"","metadata":{"exists":false}}}}',
      '{"type":"tool_use","part":{"type":"tool","tool":"edit","callID":"c3","state":{"status":"error","input":{"filePath":"/w/b.md"},"error":"not found"}}}',
      '{"type":"step_finish","part":{"reason":"tool-calls","tokens":{"total":1290,"input":234,"output":56,"reasoning":0,"cache":{"write":0,"read":1000}},"cost":0.25}}',
      '{"type":"reasoning","part":{"type":"reasoning","text":"Hm."}}',
      '{"type":"text","part":{"type":"text","text":"All done."}}',
      '{"type":"step_finish","part":{"reason":"stop","tokens":{"total":1290,"input":234,"output":56,"reasoning":4,"cache":{"write":0,"read":1000}},"cost":0.25}}',
    ],
    events: [
      call("c1", "bash", { command: "ls" }),
      result("c1", "a.md"),
      call("c2", "write", { filePath: "/w/b.md" }),
      result("c2", ""),
      { type: "file_change", path: "/w/b.md", kind: "add" },
      call("c3", "edit", { filePath: "/w/b.md" }),
      result("c3", "not found", true),
      usage(1234, 56, 1000, 0.25),
      { type: "thinking", text: "Hm." },
      { type: "text", text: "All done." },
      usage(2468, 116, 2000, 0.5),
    ],
    end: { terminal: { ok: true }, sessionId: "ses_1" },
  },
  {
    cli: "opencode",
    name: "an error that a good step cannot mend",
    lines: [
      '{"type":"error","sessionID":"ses_1","error":{"name":"APIError","data":{"message":"fake 429","statusCode":429,"isRetryable":false,"responseHeaders":{"retry-after":"3600"}}}}',
      '{"type":"step_finish","part":{"reason":"stop","tokens":{"input":1,"output":0}}}',
    ],
    events: [usage(1, 0, 0, 0)],
    end: { terminal: { ok: false, message: "fake 429 (retry after 3600 s)" }, sessionId: "ses_1" },
  },
  {
    cli: "opencode",
    name: "a step after which another one was due",
    lines: [
      '{"type":"step_finish","part":{"reason":"tool-calls","tokens":{"input":1,"output":0}}}',
    ],
    events: [usage(1, 0, 0, 0)],
    end: { terminal: null },
  },
  {
    cli: "opencode",
    name: "a model that was cut off",
    lines: ['{"type":"step_finish","part":{"reason":"length","tokens":{"input":1,"output":0}}}'],
    events: [usage(1, 0, 0, 0)],
    end: { terminal: { ok: false, message: 'The model stopped with the reason "length".' } },
  },
  {
    cli: "demo",
    name: "a run that is done",
    lines: [
      '{"type":"text","text":"Hello"}',
      '{"type":"notice","text":"not its to say"}',
      '{"type":"usage","input_tokens":1,"output_tokens":2,"cached_tokens":null,"cost_usd":0.5}',
      '{"type":"result","ok":true,"session_id":"d-1"}',
    ],
    events: [{ type: "text", text: "Hello" }, "raw", usage(1, 2, null, 0.5)],
    end: { terminal: { ok: true }, sessionId: "d-1", answer: null },
  },
  {
    cli: "demo",
    name: "an error at the end",
    lines: ['{"type":"result","ok":false,"session_id":"d-1","message":"no credit"}'],
    events: [],
    end: { terminal: { ok: false, message: "no credit" } },
  },
];

test.each(STREAMS)("$cli reads $name", ({ cli, lines, events, end }) => {
  const reader = ADAPTERS[cli].createReader();
  const read = lines.flatMap<NewTranscriptEvent | "raw">(
    (line) => reader.read(JSON.parse(line)) ?? ["raw"],
  );
  expect(read).toEqual([...events]);
  expect(reader.end()).toMatchObject(end);
});

test.each(Object.values(ADAPTERS))("$type takes any JSON for a line", ({ createReader }) => {
  for (const line of [null, 1, "x", [], {}, { type: "toString" }, { type: ["text"] }]) {
    expect(createReader().read(line)).toBeNull();
  }
});

describe("limits", () => {
  const NOW = new Date("2026-07-20T12:00:00.000Z");

  const SAMPLES = Object.values(ADAPTERS).flatMap(({ type, limits }) =>
    limits.flatMap(({ samples }, at) => samples.map((sample) => [type, at, sample] as const)),
  );

  test.each(SAMPLES)("%s, pattern %d: %s", (type, at, sample) => {
    const first = ADAPTERS[type].limits.findIndex(({ pattern }) => pattern.test(sample));
    expect(first).toBe(at);
  });

  test.each<[CliType, string, string | null]>([
    ["claude", "Claude AI usage limit reached|1762952400", "2025-11-12T13:00:00.000Z"],
    ["claude", "API Error (limit resets at 2026-07-31T02:00:00.000Z)", "2026-07-31T02:00:00.000Z"],
    ["claude", "You've hit your limit · resets 1:30am (Asia/Dhaka)", "2026-07-20T19:30:00.000Z"],
    [
      "claude",
      "You've hit your weekly limit · resets Jul 31, 2am (UTC)\nmore",
      "2026-07-31T02:00:00.000Z",
    ],
    ["claude", "This request would exceed your account's rate limit", null],
    [
      "codex",
      "You've hit your usage limit. Try again in 1 hour 2 minutes.",
      "2026-07-20T13:02:00.000Z",
    ],
    ["codex", "You've hit your usage limit, or try again at 10 de jul. de 2026, 11:52.", null],
    [
      "gemini",
      "Usage limit reached for x. Access resets at 10:57 PM GMT-3.",
      "2026-07-21T01:57:00.000Z",
    ],
    ["gemini", '{"retryDelay": "34s"}', "2026-07-20T12:00:34.000Z"],
    ["gemini", "429 RESOURCE_EXHAUSTED", null],
    ["opencode", "Rate limit exceeded (retry after 3600 s)", "2026-07-20T13:00:00.000Z"],
    ["opencode", "Rate limit exceeded", null],
    ["demo", "Out. Resets at 2030-01-01T00:00:00.000Z.", "2030-01-01T00:00:00.000Z"],
  ])("%s: %s", (type, text, expected) => {
    const { pattern, resetsAt } = ADAPTERS[type].limits.find((limit) => limit.pattern.test(text))!;
    const time = resetsAt(pattern.exec(text)!, NOW);
    expect(time?.toISOString() ?? null).toBe(expected);
  });

  test.each(Object.values(ADAPTERS))("$type: an ordinary error is no limit", ({ limits }) => {
    const text = "API Error: 500 Internal Server Error. The file limits.ts could not be read.";
    expect(limits.some(({ pattern }) => pattern.test(text))).toBe(false);
  });
});

test("Claude Code: a cost without token figures is a cost all the same", () => {
  const reader = ADAPTERS.claude.createReader();
  const line = {
    type: "result",
    is_error: false,
    total_cost_usd: 5,
    usage: { input_tokens: null },
  };
  expect(reader.read(line)).toEqual([
    { type: "usage", input_tokens: null, output_tokens: null, cached_tokens: null, cost_usd: 5 },
  ]);
});
