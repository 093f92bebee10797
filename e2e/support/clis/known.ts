import type { InstalledCliType } from "@malamar/contract/cli.ts";
import type { Answer } from "@malamar/scripted-model/mind.ts";
import { answers, review, type Part } from "./cast.ts";
import type { StageOptions } from "./stage.ts";

/** What a CLI can report, and what makes it fail in a certain way. */
interface Known {
  tellsCost: boolean;
  showsThinking: boolean;
  /** Whether it returns a structured answer on stdout. */
  returnsAnswers: boolean;
  /** Makes it give up soon, where a user could configure that. */
  impatient: Pick<StageOptions, "env" | "files">;
  /** Removes the login. */
  loggedOut: Pick<StageOptions, "env" | "files">;
  wrongModel: string;
  /** What the provider says about it. */
  badModel: Answer;
  /** A limit that ends after this many seconds, if the CLI reports it instead of waiting. */
  limit: {
    seconds: number;
    /** How exactly the CLI reports it, in seconds. */
    within: number;
    answer: (seconds: number) => Answer;
  };
  /** What the provider says about a limit without an end. */
  throttled: Answer;
  overloaded: Answer;
  /**
   * A configuration that forbids what an agent then tries; null where the user cannot configure
   * that.
   */
  refusing: { files: Record<string, string>; part: Part } | null;
}

const fails = (status: number, body: unknown): Answer => ({ kind: "fails", status, body });
const OPENCODE_CONFIG = ".config/opencode/opencode.json";
const HOUR = 3600;
const unixTime = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** `11-15 13:05:00`. */
function inUtc(seconds: number): string {
  const [day = "", time = ""] = new Date(unixTime(seconds) * 1000).toISOString().split(/[T.]/);
  return `${day.slice(5)} ${time}`;
}

export const KNOWN: Readonly<Record<InstalledCliType, Known>> = {
  claude: {
    tellsCost: true,
    showsThinking: true,
    returnsAnswers: true,
    impatient: { env: { CLAUDE_CODE_MAX_RETRIES: "0" } },
    loggedOut: { env: { ANTHROPIC_API_KEY: null } },
    wrongModel: "claude-nope",
    badModel: fails(404, {
      type: "error",
      error: { type: "not_found_error", message: "model: claude-nope" },
    }),
    limit: {
      seconds: HOUR,
      within: 20,
      answer: (seconds) => ({
        kind: "fails",
        status: 429,
        message: `Claude AI usage limit reached|${unixTime(seconds)}`,
      }),
    },
    throttled: {
      kind: "fails",
      status: 429,
      message: "This request would exceed your account's rate limit. Please try again later.",
    },
    overloaded: { kind: "fails", status: 529, message: "Overloaded" },
    refusing: {
      files: { "settings.json": JSON.stringify({ permissions: { deny: ["Bash(printf:*)"] } }) },
      part: answers(review),
    },
  },
  codex: {
    tellsCost: false,
    showsThinking: true,
    returnsAnswers: true,
    impatient: {},
    loggedOut: { env: { SCRIPTED_MODEL_KEY: null } },
    wrongModel: "gpt-nope",
    badModel: fails(404, {
      error: {
        message: "The model 'gpt-nope' does not exist or you do not have access to it.",
        type: "invalid_request_error",
        code: "model_not_found",
      },
    }),
    limit: {
      seconds: HOUR,
      within: 90,
      answer: (seconds) =>
        fails(429, {
          error: {
            type: "usage_limit_reached",
            message: "The usage limit has been reached",
            plan_type: "plus",
            resets_at: unixTime(seconds),
          },
        }),
    },
    throttled: { kind: "fails", status: 429, message: "Rate limit reached" },
    overloaded: {
      kind: "fails",
      status: 503,
      message: "The engine is currently overloaded, please try again later",
    },
    refusing: null,
  },
  gemini: {
    tellsCost: false,
    showsThinking: false,
    returnsAnswers: false,
    impatient: {
      files: {
        ".gemini/settings.json": JSON.stringify({
          security: { auth: { selectedType: "gemini-api-key" } },
          privacy: { usageStatisticsEnabled: false },
          general: { maxAttempts: 1 },
        }),
      },
    },
    loggedOut: { env: { GEMINI_API_KEY: null } },
    wrongModel: "gemini-nope",
    badModel: fails(404, {
      error: {
        code: 404,
        message:
          "models/gemini-nope is not found for API version v1beta, or is not supported for generateContent.",
        status: "NOT_FOUND",
      },
    }),
    limit: {
      seconds: HOUR,
      within: 20,
      answer: (seconds) => ({ kind: "fails", status: 429, retryAfterSeconds: seconds }),
    },
    throttled: {
      kind: "fails",
      status: 429,
      message: "Resource has been exhausted (e.g. check quota).",
    },
    overloaded: {
      kind: "fails",
      status: 503,
      message: "The model is overloaded. Please try again later.",
    },
    refusing: {
      files: {
        ".gemini/policies/none.toml":
          '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "printf"\ndecision = "deny"\npriority = 900\n',
      },
      part: answers(review),
    },
  },
  opencode: {
    tellsCost: true,
    showsThinking: true,
    returnsAnswers: false,
    impatient: {},
    // Without any provider it would use its maker's free model.
    loggedOut: {
      files: { [OPENCODE_CONFIG]: JSON.stringify({ disabled_providers: ["opencode"] }) },
    },
    wrongModel: "scripted/nope",
    badModel: fails(404, { error: { message: "no such model" } }),
    limit: {
      // It silently waits as long as the server says, six times.
      seconds: 2,
      within: 1,
      answer: (seconds) => ({ kind: "fails", status: 429, retryAfterSeconds: seconds }),
    },
    throttled: { kind: "fails", status: 429, message: "Rate limit exceeded." },
    overloaded: { kind: "fails", status: 503, message: "Service unavailable" },
    refusing: {
      files: { ".config/opencode/opencode.jsonc": '{"permission":{"external_directory":"deny"}}' },
      part: ({ outputPath }) => [
        { kind: "writes", path: outputPath, content: '{"actions":[]}' },
        { kind: "says", text: "I could not answer." },
      ],
    },
  },
  qwen: {
    tellsCost: false,
    showsThinking: true,
    returnsAnswers: false,
    impatient: {},
    loggedOut: { env: { QWEN_DEFAULT_AUTH_TYPE: null, OPENAI_API_KEY: null } },
    wrongModel: "qwen-nope",
    badModel: fails(404, {
      error: {
        message: "The model `qwen-nope` does not exist or you do not have access to it.",
        type: "invalid_request_error",
        code: "model_not_found",
      },
    }),
    limit: {
      seconds: HOUR,
      within: 20,
      answer: (seconds) => ({
        kind: "fails",
        status: 429,
        message: `Your token-plan 1-week quota has been exhausted. The quota will reset at ${inUtc(seconds)} UTC.`,
      }),
    },
    throttled: {
      kind: "fails",
      status: 429,
      message: "You exceeded your current quota, please check your plan and billing details.",
    },
    overloaded: { kind: "fails", status: 503, message: "Service unavailable" },
    refusing: {
      files: {
        ".qwen/settings.json": JSON.stringify({ permissions: { deny: ["Bash(printf *)"] } }),
      },
      part: answers(review),
    },
  },
};

/** The waits inside are bounded; this only has to be longer. */
export const TEST_MS = 600_000;
