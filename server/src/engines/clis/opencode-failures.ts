import type { FailurePattern } from "#engines/cli-adapter.ts";
import { afterSeconds, afterWords } from "./limit-times.ts";

/**
 * How OpenCode says what went wrong. Its log on stderr is full of errors that it got over, so what a
 * provider said is searched for only in the last word, which begins with the name of the error.
 */
export const OPENCODE_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    pattern: /^\w+Error: .*\(HTTP 429, retry after ([^)]+)\)/ms,
    resetsAt: ([, wait = ""], now) =>
      /^[\d.]+$/.test(wait) ? afterSeconds(Number(wait), now) : new Date(wait),
    samples: [
      "APIError: Rate limit reached for gpt-5 (HTTP 429, retry after 3600)",
      "APIError: This request would exceed your account's rate limit. Please try again later. (HTTP 429, retry after Sun, 15 Nov 2026 15:00:00 GMT)",
    ],
  },
  {
    cause: "quota",
    pattern: /^\w+Error: .*try again in (\d[\d.dhms]*).*\(HTTP 429\)/ms,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      "APIError: Rate limit reached for gpt-5 in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. (HTTP 429)",
    ],
  },
  {
    cause: "quota",
    pattern:
      /^\w+Error: .*(?:\(HTTP (?:402|429)\)|rate.?limit|too many requests|usage limit|exceeded your current quota)/ims,
    samples: [
      "APIError: You exceeded your current quota, please check your plan and billing details. (HTTP 429)",
      "APIError: Insufficient credits. Add more using https://openrouter.ai/settings/credits (HTTP 402)",
      "APIError: Rate limit exceeded. Please retry after a brief wait. (HTTP 400)",
      "UnknownError: Too many requests, the rate limit is 8000000 tokens per minute.",
    ],
  },
  {
    // A model that it knows, of a provider that is not logged in, is proposed instead of itself.
    cause: "not_logged_in",
    pattern:
      /^\w+Error: .*\(HTTP 40[13]\)|^ProviderAuthError: |No providers are available|Model not found: [^/\s]+\/(\S+)\. Did you mean: (?:[^?]+, )?\1[,?]/m,
    samples: [
      "APIError: Incorrect API key provided: x. You can find your API key at https://platform.openai.com/account/api-keys. (HTTP 401)",
      "APIError: invalid x-api-key (HTTP 401)",
      "APIError: Your account is not active, please check your billing details on our website. (HTTP 403)",
      "ProviderAuthError: Anthropic API key is missing. Pass it using the 'apiKey' parameter or the ANTHROPIC_API_KEY environment variable.",
      'level=ERROR run=8951e793 message=failed ref=err_3b2f79ea error="ProviderNoProvidersError: No providers are available"',
      'level=ERROR run=86b7fe28 message=failed ref=err_219823bf error="ProviderModelNotFoundError: Model not found: anthropic/claude-sonnet-4-5. Did you mean: claude-sonnet-4-5, claude-sonnet-4-5-20250929?"',
    ],
  },
  {
    cause: "bad_model",
    pattern: /^\w+Error: .*model.*\(HTTP 404\)|Model not found: /ims,
    samples: [
      "APIError: The model `fake-model` does not exist or you do not have access to it. (HTTP 404)",
      "APIError: model: claude-nope (HTTP 404)",
      'level=ERROR run=4f38c423 message=failed ref=err_f649c444 error="ProviderModelNotFoundError: Model not found: fake/no-such."',
      'level=ERROR run=1ecbd726 message=failed ref=err_90ebb456 error="ProviderModelNotFoundError: Model not found: nope/no-such. Did you mean: standardcompute?"',
    ],
  },
  {
    cause: "overloaded",
    pattern: /^\w+Error: .*(?:\(HTTP 5\d\d\b|overloaded)/ims,
    samples: [
      "APIError: The server had an error while processing your request. Sorry about that! (HTTP 500)",
      "APIError: The engine is currently overloaded, please try again later (HTTP 503)",
      "APIError: Overloaded (HTTP 529)",
    ],
  },
  {
    cause: "network",
    pattern: /^\w+Error: (?:Cannot connect to API|Connection reset by server)/m,
    samples: [
      "APIError: Cannot connect to API: Unable to connect. Is the computer able to access the url?",
      "APIError: Cannot connect to API: Was there a typo in the url or port?",
      "APIError: Cannot connect to API: The socket connection was closed unexpectedly. For more information, pass `verbose: true` in the second argument to fetch()",
      "APIError: Connection reset by server",
    ],
  },
  {
    cause: "permission_refused",
    pattern: /permission requested: .+; auto-rejecting|^\w+: The user (?:rejected|has specified)/m,
    samples: [
      "! permission requested: external_directory (/tmp/malamar/*); auto-rejecting",
      "read: The user rejected permission to use this specific tool call.",
      "read: The user has specified a rule which prevents you from using this specific tool call.",
    ],
  },
];
