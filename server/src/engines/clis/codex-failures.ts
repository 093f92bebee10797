import type { FailurePattern } from "#engines/cli-adapter.ts";
import { afterSeconds, afterWords, atClockTime } from "./limit-times.ts";

/**
 * How Codex CLI says what went wrong. What names no such thing by itself is searched for only where a
 * message begins: stderr is full of errors that it got over.
 */
export const CODEX_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    pattern: /hit your usage limit.*try again in ((?:\d+ (?:day|hour|minute|second)s?\s*)+)/is,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 5 days 22 hours 11 minutes.",
      "You've hit your usage limit. Try again in 4 days 20 hours 9 minutes.",
    ],
  },
  {
    cause: "quota",
    pattern: /hit your usage limit.*try again at (.+?m)\.?$/ims,
    resetsAt: ([, time = ""], now) => atClockTime(time, undefined, now),
    samples: [
      "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at 4:57 PM.",
      "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again at Nov 20th, 2026 4:38 AM.",
      "You’ve hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at Nov 16th, 2026 2:31 PM.",
      "You’ve hit your usage limit. To get more access now, send a request to your admin or try again at Nov 16th, 2026 2:31 PM.",
      "You’ve hit your usage limit for gpt-6-astra. Switch to another model now, or try again at 4:01 PM.",
      "You've hit your usage limit. … try again at 7:58 PM.",
    ],
  },
  {
    cause: "quota",
    pattern: /rate limit.*try again in (?:(\d+)h)?(?:(\d+)m)?(?:([\d.]+)s)?/is,
    resetsAt: ([, hours = "0", minutes = "0", seconds = "0"], now) =>
      afterSeconds(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), now),
    samples: [
      "rate limit exceeded: Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 5000. Please try again in 11.054s. Visit https://platform.openai.com/account/rate-limits to learn more.",
    ],
  },
  {
    cause: "quota",
    pattern:
      /hit your usage limit|^quota exceeded|^rate limit exceeded|last status: 429|status 402/i,
    samples: [
      "You’ve hit your usage limit. Upgrade to Pro (https://chatgpt.com/explore/pro), visit https://chatgpt.com/settings/usage to purchase more credits or try again later.",
      "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing), or wait for limits to reset (every 5h and every week.).",
      "Quota exceeded. Check your plan and billing details.",
      "rate limit exceeded: Slow down",
      "exceeded retry limit, last status: 429 Too Many Requests",
      "unexpected status 402 Payment Required: Payment required, url: http://127.0.0.1:39853/v1/responses",
    ],
  },
  {
    cause: "network",
    pattern:
      /^Connection failed|^stream disconnected before completion|^error sending request|^Access blocked by Cloudflare|^unexpected status 403 Forbidden: Country/,
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
    cause: "not_logged_in",
    pattern:
      /^unexpected status 40[13]|access token could not be refreshed|^Missing environment variable|^To use Codex with your ChatGPT plan/,
    samples: [
      "unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: http://127.0.0.1:33891/v1/responses",
      "unexpected status 401 Unauthorized: Incorrect API key provided: fake. You can find your API key at https://platform.openai.com/account/api-keys., url: http://127.0.0.1:44947/v1/responses",
      "Your access token could not be refreshed because your refresh token has expired. Please log out and sign in again.",
      "Your access token could not be refreshed because your refresh token was already used. Please log out and sign in again.",
      "Your access token could not be refreshed because your refresh token was revoked. Please log out and sign in again.",
      "Your access token could not be refreshed. Please log out and sign in again.",
      "Missing environment variable: `FAKE_KEY`.",
      "To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.",
    ],
  },
  {
    cause: "bad_model",
    pattern: /model '[^']+' does not exist|'[^']+' model is not supported/i,
    samples: [
      "The model 'x' does not exist or you do not have access to it.",
      '{"detail":"The \'gpt-5-nope\' model is not supported when using Codex with a ChatGPT account."}',
    ],
  },
  {
    cause: "overloaded",
    pattern: /currently experiencing high demand|^unexpected status 5\d\d|model is at capacity/i,
    samples: [
      "We’re currently experiencing high demand, which may cause temporary errors.",
      "unexpected status 503 Service Unavailable: The engine is currently overloaded, please try again later, url: http://127.0.0.1:45061/v1/responses",
      "unexpected status 529 <unknown status code>: Overloaded, url: http://127.0.0.1:46537/v1/responses",
      "Selected model is at capacity. Please try a different model.",
    ],
  },
  {
    cause: "permission_refused",
    pattern:
      /disallowed by requirements|rejected by user approval settings|not supported in exec mode/,
    samples: [
      "Configured value for `approval_policy` is disallowed by requirements; falling back to required value OnRequest. Details: invalid value for `approval_policy`: `Never` is not in the allowed set [OnRequest, UnlessTrusted] (set by /etc/codex/requirements.toml)",
      "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings",
      'request failed with client error: JSONRPCErrorError { code: -32000, data: None, message: "file change approval is not supported in exec mode for thread `01a1df74-dcd8-7593-a631-144b6276b937`" }',
    ],
  },
];
