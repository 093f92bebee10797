import { existsSync } from "node:fs";
import { z } from "zod";
import type { NewTranscriptEvent } from "@malamar/contract/transcript.ts";
import {
  fileBeside,
  optional,
  type FailurePattern,
  type InstalledCliAdapter,
  type StreamEnd,
} from "#engines/cli-adapter.ts";
import type { RunRequest } from "#engines/engine.ts";
import { failedWith, reasonIn } from "./last-word.ts";

/**
 * Its --json-schema is not used: a model that has written its answer and then ends with words, as it
 * is told to, would make the run fail.
 */
export const qwen: InstalledCliAdapter = {
  type: "qwen",
  binary: "qwen",
  npmPackage: "@qwen-code/qwen-code",
  testedVersion: "0.24.4",
  versionArguments: ["--version"],
  arguments: (run) => [
    "--approval-mode",
    "yolo",
    "--output-format",
    "stream-json",
    ...optional("--model", run.model),
    run.prompt,
  ],
  environment: (run) => ({
    // Otherwise it starts itself once more: slower, and with half as much memory again.
    QWEN_CODE_NO_RELAUNCH: "true",
    // A run in which the model asks to be woken up again and again would not end.
    QWEN_CODE_DISABLE_CRON: "1",
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    QWEN_USAGE_STATISTICS_ENABLED: "false",
    [TRUSTED_FOLDERS_VARIABLE]: trustedFoldersFile(run),
    ...(hasOwnDefaults(run) ? {} : { [DEFAULTS_VARIABLE]: defaultsFile(run) }),
  }),
  files: (run) => ({
    [defaultsFile(run)]: JSON.stringify(DEFAULTS),
    // Asked only of those who turned trust on: in a folder without it, it gets no tools.
    [trustedFoldersFile(run)]: JSON.stringify({ [run.cwd]: "TRUST_FOLDER" }),
  }),
  createReader,
  failures: failurePatterns(),
  logIn:
    "Run `qwen` in a terminal and choose a provider with /auth. Or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL for it in the settings.",
  atModel: ({ url, home }) => ({
    env: {
      HOME: home,
      QWEN_HOME: `${home}/.qwen`,
      QWEN_DEFAULT_AUTH_TYPE: "openai",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "none",
      OPENAI_MODEL: "scripted",
    },
    files: {},
    model: null,
  }),
};

const TRUSTED_FOLDERS_VARIABLE = "QWEN_CODE_TRUSTED_FOLDERS_PATH";
const DEFAULTS_VARIABLE = "QWEN_CODE_SYSTEM_DEFAULTS_PATH";

/** What counts where nobody has set anything else. */
const DEFAULTS = {
  // What it is told here would go into what it remembers of its user everywhere else.
  memory: { enableManagedAutoMemory: false },
  // It tries seven times all the same, for a minute or so. Ten more rounds of that take an hour.
  model: { generationConfig: { maxRetries: 0 } },
};

function defaultsFile(run: RunRequest): string {
  return fileBeside(run, "defaults.json");
}

function trustedFoldersFile(run: RunRequest): string {
  return fileBeside(run, "trusted-folders.json");
}

const SYSTEM_DEFAULTS = [
  "/etc/qwen-code/system-defaults.json",
  "/Library/Application Support/QwenCode/system-defaults.json",
];

/** Those of an administrator may name the model's provider: they must not be lost. */
function hasOwnDefaults({ environment }: RunRequest): boolean {
  return DEFAULTS_VARIABLE in environment || SYSTEM_DEFAULTS.some((path) => existsSync(path));
}

const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("thinking"), thinking: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string(),
    content: z.string().default(""),
    is_error: z.boolean().default(false),
  }),
]);
type Content = z.infer<typeof Content>;
type ToolUse = Extract<Content, { type: "tool_use" }>;
type ToolResult = Extract<Content, { type: "tool_result" }>;

/** Tokens from the cache are among those of the input. */
const Usage = z
  .object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    cache_read_input_tokens: z.number().default(0),
  })
  .optional()
  .catch(undefined);

const fromSystem = { type: z.literal("system") };

const Line = z.discriminatedUnion("type", [
  z.discriminatedUnion("subtype", [
    z.object({
      ...fromSystem,
      subtype: z.literal("init"),
      session_id: z.string(),
      permission_mode: z.string().default("yolo"),
    }),
    /** What other lines, or stderr, tell in words. */
    z.object({ ...fromSystem, subtype: z.enum(["retry", "task_started", "task_notification"]) }),
  ]),
  /** Parts of what the other lines hold as a whole, and signs of life. */
  z.object({ type: z.literal("stream_event") }),
  z.object({
    type: z.literal("assistant"),
    message: z.object({ content: z.array(z.unknown()), usage: Usage }),
  }),
  z.object({
    type: z.literal("user"),
    message: z.object({ content: z.array(z.unknown()) }),
    /** The tool call that started the subagent which is spoken to. */
    parent_tool_use_id: z.string().nullish(),
  }),
  // The last word counts, even if its details should change one day.
  z.object({
    type: z.literal("result"),
    is_error: z.boolean().optional().catch(undefined),
    subtype: z.string().catch("unknown"),
    error: z.unknown().optional(),
    usage: Usage,
    permission_denials: z.array(z.object({ tool_name: z.string() })).catch([]),
  }),
]);
type Line = z.infer<typeof Line>;
type Init = Extract<Line, { subtype: "init" }>;
type Spoken = Extract<Line, { type: "assistant" }>;
type Heard = Extract<Line, { type: "user" }>;
type Result = Extract<Line, { type: "result" }>;
type Used = NonNullable<z.infer<typeof Usage>>;
type Events = readonly NewTranscriptEvent[];

function createReader() {
  const end: StreamEnd = { terminal: null, sessionId: null, answer: null };
  /** Files that tools write, until they have answered. */
  const writes = new Map<string, string>();
  const used: Used = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 };

  function eventsOf(line: Line): Events | null {
    switch (line.type) {
      case "system":
        return line.subtype === "init" ? begun(line) : [];
      case "stream_event":
        return [];
      case "assistant":
        return spoken(line);
      case "user":
        return eachOf(line.message.content, (content) => heard(content, line));
      case "result":
        return ended(line);
      default:
        return line satisfies never;
    }
  }

  function begun({ session_id, permission_mode: mode }: Init): Events {
    end.sessionId = session_id;
    if (mode !== "yolo") end.refusal = `It works in the mode "${mode}", which leaves out tools.`;
    return [];
  }

  function spoken({ message }: Spoken): Events | null {
    const events = eachOf(message.content, (content) => {
      if (content.type === "tool_use") return called(content);
      if (content.type === "thinking") return [{ type: "thinking", text: content.thinking }];
      // Of a request that failed the last word tells the same.
      if (content.type !== "text" || API_ERROR.test(content.text)) return [];
      return [{ type: "text", text: content.text }];
    });
    return events && [...events, ...add(message.usage)];
  }

  function heard(content: Content, { parent_tool_use_id }: Heard): NewTranscriptEvent[] {
    if (content.type === "tool_result") return answered(content);
    const isForSubagent = typeof parent_tool_use_id === "string";
    // What the model is told of something in the background.
    return content.type === "text" && !isForSubagent
      ? [{ type: "notice", text: content.text }]
      : [];
  }

  function called({ id, name, input }: ToolUse): NewTranscriptEvent[] {
    const path = WRITING_TOOLS.has(name) ? (input["file_path"] ?? input["notebook_path"]) : null;
    if (typeof path === "string") writes.set(id, path);
    return [{ type: "tool_call", id, name, input }];
  }

  function answered({ tool_use_id: id, content, is_error }: ToolResult): NewTranscriptEvent[] {
    const events: NewTranscriptEvent[] = [{ type: "tool_result", id, output: content, is_error }];
    const path = writes.get(id);
    writes.delete(id);
    if (path === undefined || is_error) return events;
    return [
      ...events,
      { type: "file_change", path, kind: NEW_FILE.test(content) ? "add" : "update" },
    ];
  }

  /** Of what is said in several lines only the last tells what it took. */
  function add(more: Used | undefined): NewTranscriptEvent[] {
    if (!more?.input_tokens) return [];
    used.input_tokens += more.input_tokens;
    used.output_tokens += more.output_tokens;
    used.cache_read_input_tokens += more.cache_read_input_tokens;
    return [usageOf(used)];
  }

  function ended({ is_error, subtype, error, usage, permission_denials }: Result): Events {
    // A subagent that fails says so in the same words, before the last ones.
    const isFailed = is_error ?? subtype !== "success";
    end.terminal = isFailed
      ? failedWith(reasonIn(error), `It ended with "${subtype}".`)
      : { ok: true };
    const refused = new Set(permission_denials.map(({ tool_name }) => tool_name));
    if (refused.size > 0) end.refusal ??= `It was not allowed to use ${[...refused].join(", ")}.`;
    // What subagents used is only here.
    return usage?.input_tokens ? [usageOf(usage)] : [];
  }

  return {
    read: (line: unknown) => {
      const known = Line.safeParse(line);
      return known.success ? eventsOf(known.data) : null;
    },
    end: () => end,
  };
}

const WRITING_TOOLS: ReadonlySet<string> = new Set(["write_file", "edit", "notebook_edit"]);
const NEW_FILE = /^(?:Successfully created|Created new file)/;
const API_ERROR = /^(?:\[API Error: |Quota exhausted: )/;

/** Kinds of content that are new to us are passed over; null if there is nothing else. */
function eachOf(
  contents: readonly unknown[],
  eventsOf: (content: Content) => NewTranscriptEvent[],
): NewTranscriptEvent[] | null {
  if (contents.length === 0) return [];
  const known = contents.flatMap((content) => Content.safeParse(content).data ?? []);
  return known.length === 0 ? null : known.flatMap((content) => eventsOf(content));
}

/** It tells tokens, never a cost. */
function usageOf({
  input_tokens,
  output_tokens,
  cache_read_input_tokens,
}: Used): NewTranscriptEvent {
  return {
    type: "usage",
    input_tokens,
    output_tokens,
    cached_tokens: cache_read_input_tokens,
    cost_usd: null,
  };
}

/** Anchored: stderr also tells of requests that failed and were tried again, and models are quoted. */
function failurePatterns(): FailurePattern[] {
  return [
    {
      cause: "quota",
      pattern:
        /^Quota exhausted: .*?reset at (?:(\d{4})-)?(\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?) (UTC|[+-]\d{2}:?\d{2})/,
      resetsAt: ([, year, day = "", time = "", zone = ""], now) =>
        atDay(year, `${day}T${time}${zone === "UTC" ? "Z" : withColon(zone)}`, now),
      samples: [
        {
          text: "Quota exhausted: Your token-plan 1-week quota has been exhausted. The quota will reset at 07-27 09:25:00 UTC.\n\nPlease retry after the reset time, or switch to another API key / auth method. (cause: quota_exceeded: 429 Your token-plan 1-week quota has been exhausted. The quota will reset at 07-27 09:25:00 UTC.)",
          endsAt: "2026-07-27T09:25:00.000Z",
        },
        {
          text: "Quota exhausted: Your 5-hour quota has been exhausted. It will reset at 2026-11-15 22:30:00 +0800.\n\nPlease retry after the reset time, or switch to another API key / auth method. (cause: quota_exceeded: 429 Your 5-hour quota has been exhausted. It will reset at 2026-11-15 22:30:00 +0800.)",
          endsAt: "2026-11-15T14:30:00.000Z",
        },
      ],
    },
    {
      cause: "no_credit",
      pattern: /^\[API Error: 402 /,
      samples: ["[API Error: 402 Insufficient Balance]"],
    },
    {
      cause: "quota",
      pattern: /^(?:Quota exhausted: |\[API Error: 429 )/,
      samples: [
        "[API Error: 429 You exceeded your current quota, please check your plan and billing details.]\nPossible quota limitations in place or slow response times detected. Please wait and try again later.",
      ],
    },
    {
      // Before the statuses: 403 is also said of a model that the project may not use.
      cause: "bad_model",
      pattern:
        /^\[API Error: 40[034] (?:.*\bmodel(?: \S+)? (?:is |does )?not (?:exist|found|supported)|Project \S+ does not have access to model )/i,
      samples: [
        "[API Error: 404 The model `nope` does not exist or you do not have access to it.]",
        "[API Error: 400 The model `nope` does not exist or you do not have access to it.]",
        "[API Error: 400 Model Not Exist]",
        "[API Error: 403 Project `p` does not have access to model `gpt-5`]",
      ],
    },
    {
      cause: "not_logged_in",
      pattern:
        /^(?:No auth type is selected|Missing API key|\w+_API_KEY environment variable not found|Qwen OAuth free tier|\[API Error: 40[13] )/,
      samples: [
        "No auth type is selected. Please configure an auth type (e.g. via settings or `--auth-type`) before running in non-interactive mode.",
        "Missing API key for OpenAI-compatible auth. Set settings.security.auth.apiKey, or set the 'OPENAI_API_KEY' environment variable.",
        "ANTHROPIC_API_KEY environment variable not found (or set settings.security.auth.apiKey). Please set it in your .env file or environment variables.",
        "Qwen OAuth free tier was discontinued on 2026-04-15. Run /auth to switch to Coding Plan, OpenRouter, Fireworks AI, or another provider.",
        "[API Error: 401 Incorrect API key provided.]",
        "[API Error: 403 Access denied.]",
      ],
    },
    {
      cause: "overloaded",
      pattern: /^\[API Error: 5\d\d /,
      samples: [
        "[API Error: 500 Internal server error!]",
        "[API Error: 503 Service unavailable, please try again later.]",
      ],
    },
    {
      cause: "network",
      pattern: /^\[API Error: (?:Connection error|Request timeout|No stream activity|terminated)/,
      samples: [
        "[API Error: Connection error. (cause: connect ECONNREFUSED 127.0.0.1:8839)]",
        "[API Error: Connection error. (cause: getaddrinfo ENOTFOUND model.invalid)]",
        "[API Error: terminated (cause: UND_ERR_SOCKET: other side closed)]",
        "[API Error: Request timeout after 5s. Try reducing input length or increasing timeout in config.\n\nTroubleshooting tips:\n- Reduce input length or complexity\n- Increase timeout in config: contentGenerator.timeout\n- Check network connectivity (cause: Request timed out.)]",
        "[API Error: No stream activity for 5000ms after 2 chunks (stream lifetime: 5003.366496000002ms). For provider-backed models, increase modelProviders[providerId][].generationConfig.streamIdleTimeoutMs; provider configuration takes precedence, so model.generationConfig is ignored for those models. For runtime models, increase model.generationConfig.streamIdleTimeoutMs. Built-in Qwen OAuth models cannot be overridden via settings. Use QWEN_STREAM_IDLE_TIMEOUT_MS for them or whenever no explicit value is active. Set the active value to 0 to disable it.]",
      ],
    },
  ];
}

/** `07-27T09:25:00Z`, in this year or the next, if none is named. */
function atDay(year: string | undefined, rest: string, now: Date): Date {
  if (year !== undefined) return new Date(`${year}-${rest}`);
  const thisYear = new Date(`${now.getUTCFullYear()}-${rest}`);
  const isLongPast = now.getTime() - thisYear.getTime() > HALF_A_YEAR_MS;
  return isLongPast ? new Date(`${now.getUTCFullYear() + 1}-${rest}`) : thisYear;
}

const HALF_A_YEAR_MS = 183 * 86_400_000;

/** `+0800` is no time zone for a Date. */
function withColon(zone: string): string {
  return zone.replace(/^(.\d\d)(\d\d)$/, "$1:$2");
}
