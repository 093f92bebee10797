import type { FailurePattern } from "#engines/cli/cli-adapter.ts";
import { afterSeconds, afterWords } from "./limit-times.ts";

/**
 * How OpenCode says what went wrong. Its log on stderr is full of errors that it recovered from, so
 * a provider's words are searched for only in the final event, where our reader puts the name of
 * the error and the status before it. Without a status only its beginning counts: further on,
 * models are quoted.
 */
export const OPENCODE_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    pattern: /^APIError \(HTTP 429, retry after ([^)\n]+)\): /m,
    resetsAt: ([, wait = ""], now) =>
      /^[\d.]+$/.test(wait) ? afterSeconds(Number(wait), now) : new Date(wait),
    samples: [
      {
        text: "APIError (HTTP 429, retry after 3600): Rate limit reached for gpt-5",
        endsAt: "2026-11-15T13:00:00.000Z",
      },
      {
        text: "APIError (HTTP 429, retry after Sun, 15 Nov 2026 15:00:00 GMT): This request would exceed your account's rate limit. Please try again later.",
        endsAt: "2026-11-15T15:00:00.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern:
      /^APIError \(HTTP 429\): .*?try again in (\d[\d.]* ?[a-z]+(?:,? ?\d[\d.]* ?[a-z]+)*)/im,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      {
        text: "APIError (HTTP 429): Rate limit reached for gpt-5 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. Visit https://platform.openai.com/account/rate-limits to learn more.",
        endsAt: "2026-11-15T12:00:20.000Z",
      },
      {
        text: "APIError (HTTP 429): Rate limit reached for gpt-5. Please try again in 2h0m7.5s.",
        endsAt: "2026-11-15T14:00:07.500Z",
      },
      {
        text: "APIError (HTTP 429): Rate limit exceeded, please try again in 1 minute 20 seconds",
        endsAt: "2026-11-15T12:01:20.000Z",
      },
    ],
  },
  {
    cause: "no_credit",
    pattern: /^APIError \(HTTP 402\b/m,
    samples: [
      "APIError (HTTP 402): Insufficient credits. Add more using https://openrouter.ai/settings/credits",
      "APIError (HTTP 402, retry after 5): Insufficient Balance",
    ],
  },
  {
    cause: "quota",
    pattern:
      /^APIError \(HTTP 429\): |^(?:API|Unknown)Error(?: \([^)\n]+\))?: (?:Rate limit|Too many requests|Usage limit|You exceeded your current quota)/im,
    samples: [
      "APIError (HTTP 429): You exceeded your current quota, please check your plan and billing details.",
      "APIError (HTTP 400): Rate limit exceeded. Please retry after a brief wait.",
      "UnknownError: Too many requests, the rate limit is 8000000 tokens per minute.",
    ],
  },
  {
    // Before the statuses: 403 is also said of a model that the project may not use.
    cause: "bad_model",
    pattern:
      /^APIError \(HTTP (?:404\b[^)\n]*\): .*\bmodel\b|403\b[^)\n]*\): Project \S+ does not have access to model )/im,
    samples: [
      "APIError (HTTP 404): The model `fake-model` does not exist or you do not have access to it.",
      "APIError (HTTP 404): model: claude-nope",
      "APIError (HTTP 403): Project `p` does not have access to model `gpt-5`",
    ],
  },
  {
    // A model that it knows, of a provider that is not logged in, is proposed instead of itself.
    cause: "not_logged_in",
    pattern:
      /^APIError \(HTTP 40[13]\b|^ProviderAuthError: |^(?:timestamp=\S+ )?level=ERROR .*"Provider(?:NoProvidersError: No providers are available|ModelNotFoundError: Model not found: [^/\s]+\/(\S+)\. Did you mean: (?:[^?\n]+, )?\1[,?])/m,
    samples: [
      "APIError (HTTP 401): Incorrect API key provided: x. You can find your API key at https://platform.openai.com/account/api-keys.",
      "APIError (HTTP 401): invalid x-api-key",
      "APIError (HTTP 401, retry after 5): Incorrect API key provided.\nGet another one.",
      "APIError (HTTP 403): Your account is not active, please check your billing details on our website.",
      "ProviderAuthError: Anthropic API key is missing. Pass it using the 'apiKey' parameter or the ANTHROPIC_API_KEY environment variable.",
      'level=ERROR run=8951e793 message=failed ref=err_3b2f79ea error="ProviderNoProvidersError: No providers are available"',
      'level=ERROR run=86b7fe28 message=failed ref=err_219823bf error="ProviderModelNotFoundError: Model not found: anthropic/claude-sonnet-4-5. Did you mean: claude-sonnet-4-5, claude-sonnet-4-5-20250929?"',
    ],
  },
  {
    cause: "bad_model",
    pattern: /^(?:timestamp=\S+ )?level=ERROR .*"ProviderModelNotFoundError: Model not found: /m,
    samples: [
      'level=ERROR run=4f38c423 message=failed ref=err_f649c444 error="ProviderModelNotFoundError: Model not found: fake/no-such."',
      'level=ERROR run=1ecbd726 message=failed ref=err_90ebb456 error="ProviderModelNotFoundError: Model not found: nope/no-such. Did you mean: standardcompute?"',
    ],
  },
  {
    cause: "overloaded",
    pattern:
      /^APIError \(HTTP 5\d\d\b|^(?:API|Unknown)Error: (?:The \w+ is (?:currently )?)?overloaded/im,
    samples: [
      "APIError (HTTP 500): The server had an error while processing your request. Sorry about that!",
      "APIError (HTTP 503, retry after 5): The engine is currently overloaded, please try again later",
      "APIError (HTTP 529): Overloaded",
      "APIError: Overloaded",
    ],
  },
  {
    cause: "network",
    pattern: /^APIError: (?:Cannot connect to API: |Connection reset by server)/m,
    samples: [
      "APIError: Cannot connect to API: Unable to connect. Is the computer able to access the url?",
      "APIError: Cannot connect to API: Was there a typo in the url or port?",
      "APIError: Cannot connect to API: The socket connection was closed unexpectedly. For more information, pass `verbose: true` in the second argument to fetch()",
      "APIError: Connection reset by server",
    ],
  },
  {
    cause: "permission_refused",
    pattern:
      /^! permission requested: .+; auto-rejecting$|^\w+: The user (?:rejected permission to use|has specified a rule which) /m,
    samples: [
      "! permission requested: external_directory (/tmp/malamar/*); auto-rejecting",
      "read: The user rejected permission to use this specific tool call.",
      "read: The user has specified a rule which prevents you from using this specific tool call.",
    ],
  },
];
