import type { FailurePattern } from "#engines/cli/cli-adapter.ts";
import { afterWords, atClockTime } from "./limit-times.ts";

/**
 * How Codex CLI says what went wrong. It is searched for only where a message begins: further on,
 * tools and models are quoted, and stderr is full of errors that it recovered from.
 */
export const CODEX_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    pattern:
      /(?:^|\berror: )You['’]ve hit your usage limit.*try again in (\d+ (?:day|hour|minute|second)s?(?: \d+ (?:day|hour|minute|second)s?)*)/im,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      {
        text: "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 5 days 22 hours 11 minutes.",
        endsAt: "2026-11-21T10:11:00.000Z",
      },
      {
        text: "You've hit your usage limit. Try again in 4 days 20 hours 9 minutes.",
        endsAt: "2026-11-20T08:09:00.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern: /(?:^|\berror: )You['’]ve hit your usage limit.*try again at (.+?[ap]m)\b/im,
    resetsAt: ([, time = ""], now) => atClockTime(time, undefined, now),
    samples: [
      {
        text: "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 4:57 PM.",
        endsAt: "2026-11-15T16:57:00.000Z",
      },
      {
        text: "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at Nov 20th, 2026 4:38 AM.",
        endsAt: "2026-11-20T04:38:00.000Z",
      },
      {
        text: "You’ve hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Nov 16th, 2026 2:31 PM.",
        endsAt: "2026-11-16T14:31:00.000Z",
      },
      {
        text: "You’ve hit your usage limit. To get more access now, send a request to your admin or try again at Nov 16th, 2026 2:31 PM.",
        endsAt: "2026-11-16T14:31:00.000Z",
      },
      {
        text: "You’ve hit your usage limit for gpt-6-astra. Switch to another model now, or try again at 4:01 PM.",
        endsAt: "2026-11-15T16:01:00.000Z",
      },
      {
        text: "You've hit your usage limit. … try again at 7:58 PM.",
        endsAt: "2026-11-15T19:58:00.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern:
      /^(?:rate limit exceeded: |stream disconnected before completion: )?Rate limit reached.*try again in (\d[\d.dhms]*)/i,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      {
        text: "rate limit exceeded: Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 5000. Please try again in 11.054s. Visit https://platform.openai.com/account/rate-limits to learn more.",
        endsAt: "2026-11-15T12:00:11.054Z",
      },
      {
        text: "rate limit exceeded: Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 1228. Please try again in 457ms. Visit https://platform.openai.com/account/rate-limits to learn more.",
        endsAt: "2026-11-15T12:00:00.457Z",
      },
      {
        text: "stream disconnected before completion: Rate limit reached for gpt-5 in organization org-x on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s.",
        endsAt: "2026-11-15T12:07:12.000Z",
      },
    ],
  },
  {
    cause: "no_credit",
    pattern:
      /^(?:Quota exceeded\. Check your plan|To use Codex with your ChatGPT plan|unexpected status 402\b)/,
    samples: [
      "Quota exceeded. Check your plan and billing details.",
      "To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.",
      "unexpected status 402 Payment Required: Payment required, url: http://127.0.0.1:39853/v1/responses",
    ],
  },
  {
    cause: "quota",
    pattern:
      /(?:^|\berror: )(?:You['’]ve hit your usage limit|rate limit exceeded|exceeded retry limit, last status: 429\b)/im,
    samples: [
      "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again later.",
      "You’ve hit your usage limit, or try again at 10 de jul. de 2026, 11:52.",
      "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing), or wait for limits to reset (every 5h and every week.).",
      "rate limit exceeded: Slow down",
      "exceeded retry limit, last status: 429 Too Many Requests",
    ],
  },
  {
    cause: "network",
    pattern:
      /^(?:Connection failed|stream disconnected before completion|error sending request|Access blocked by Cloudflare|unexpected status 403 Forbidden: Country)/,
    samples: [
      "Connection failed: error sending request",
      "stream disconnected before completion: Transport error: network error: error decoding response body",
      "stream disconnected before completion: error sending request",
      "error sending request for url (https://auth.openai.com/oauth/token)",
      "Access blocked by Cloudflare. This usually happens when connecting from a restricted region (status 403 Forbidden), url: http://127.0.0.1:43551/v1/responses",
      "unexpected status 403 Forbidden: Country, region, or territory not supported, url: http://127.0.0.1:37483/v1/responses",
    ],
  },
  {
    // Before the statuses: 403 is also said of a model that the project may not use.
    cause: "bad_model",
    pattern:
      /^(?:unexpected status 40[034] [^:\n]+: )?(?:The (?:requested )?model \S+ does not exist|The \S+ model is not supported|Model not found\b|Project \S+ does not have access to model )/i,
    samples: [
      "The model 'x' does not exist or you do not have access to it.",
      "The 'gpt-5-nope' model is not supported when using Codex with a ChatGPT account.",
      "unexpected status 404 Not Found: The model `gpt-5.5` does not exist or you do not have access to it.",
      "unexpected status 404 Not Found: Model not found gpt-5.5, url: http://127.0.0.1:43551/v1/responses",
      "unexpected status 403 Forbidden: Project `p` does not have access to model `gpt-5`, url: http://127.0.0.1:43551/v1/responses",
    ],
  },
  {
    cause: "not_logged_in",
    pattern:
      /^(?:unexpected status 40[13]\b|Your access token could not be refreshed|Missing environment variable: )/,
    samples: [
      "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://127.0.0.1:33891/v1/responses",
      "unexpected status 401 Unauthorized: Incorrect API key provided: fake. You can find your API key at https://platform.openai.com/account/api-keys., url: http://127.0.0.1:44947/v1/responses",
      "Your access token could not be refreshed because your refresh token has expired. Please log out and sign in again.",
      "Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.",
      "Your access token could not be refreshed because your refresh token was revoked. Please log out and sign in again.",
      "Your access token could not be refreshed. Please log out and sign in again.",
      "Missing environment variable: `FAKE_KEY`.",
    ],
  },
  {
    cause: "overloaded",
    pattern:
      /^(?:We['’]re currently experiencing high demand|unexpected status 5\d\d\b|Selected model is at capacity)/,
    samples: [
      "We’re currently experiencing high demand, which may cause temporary errors.",
      "unexpected status 503 Service Unavailable: The engine is currently overloaded, please try again later, url: http://127.0.0.1:45061/v1/responses",
      "unexpected status 529 <unknown status code>: Overloaded, url: http://127.0.0.1:46537/v1/responses",
      "Selected model is at capacity. Please try a different model.",
    ],
  },
  {
    // In its log on stderr, all but the first.
    cause: "permission_refused",
    pattern:
      /^Configured value for `\w+` is disallowed by requirements|^\S+Z ERROR codex_[\w:]+: (?:error=patch rejected: .*; rejected by user approval settings$|.*\bis not supported in exec mode for thread )/m,
    samples: [
      "Configured value for `approval_policy` is disallowed by requirements; falling back to required value OnRequest. Details: invalid value for `approval_policy`: `Never` is not in the allowed set [OnRequest, UnlessTrusted] (set by /etc/codex/requirements.toml)",
      "Reading additional input from stdin...\n2026-11-15T13:40:37.910799Z ERROR codex_core::tools::router: error=patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings",
      '2026-11-15T13:45:40.528878Z ERROR codex_app_server::bespoke_event_handling: request failed with client error: JSONRPCErrorError { code: -32000, data: None, message: "file change approval is not supported in exec mode for thread `01a1df74-dcd8-7593-a631-144b6276b937`" }',
    ],
  },
];
