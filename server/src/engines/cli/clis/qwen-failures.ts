import { type FailurePattern } from "#engines/cli/cli-adapter.ts";

/** Anchored: stderr also reports failed requests that were retried, and models are quoted. */
export const QWEN_FAILURES: readonly FailurePattern[] = [
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

/** `07-27T09:25:00Z`, without a year: this one or the next. */
function atDay(year: string | undefined, rest: string, now: Date): Date {
  if (year !== undefined) return new Date(`${year}-${rest}`);
  const thisYear = new Date(`${now.getUTCFullYear()}-${rest}`);
  const isLongPast = now.getTime() - thisYear.getTime() > HALF_A_YEAR_MS;
  return isLongPast ? new Date(`${now.getUTCFullYear() + 1}-${rest}`) : thisYear;
}

const HALF_A_YEAR_MS = 183 * 86_400_000;

/** `+0800` is not a time zone for a Date. */
function withColon(zone: string): string {
  return zone.replace(/^(.\d\d)(\d\d)$/, "$1:$2");
}
