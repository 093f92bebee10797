import type { FailurePattern } from "#engines/cli-adapter.ts";
import { atClockTime, atUnixSeconds } from "./limit-times.ts";

/** How Claude Code says what went wrong. */
export const CLAUDE_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    // The reader's own words.
    pattern: /\(limit resets at (\S+)\)/,
    resetsAt: ([, time = ""]) => new Date(time),
    samples: [
      "You've hit your 5-hour limit · resets 2:47pm (UTC) (limit resets at 2026-11-15T14:47:09.000Z)",
    ],
  },
  {
    cause: "quota",
    pattern: /usage limit reached\|(\d+)/i,
    resetsAt: ([, seconds]) => atUnixSeconds(Number(seconds)),
    samples: ["Claude AI usage limit reached|1762952400"],
  },
  {
    cause: "quota",
    pattern: /limit(?: reached)? [·∙] resets ([^(\n]+?)(?: \(([^)]+)\)|$)/im,
    resetsAt: ([, time = "", zone], now) => atClockTime(time, zone, now),
    samples: [
      "You've hit your 5-hour limit · resets 2:47pm (UTC)",
      "You've hit your weekly limit · resets Nov 20, 4:30am (UTC)",
      "You've hit your Opus limit · resets Nov 20, 4:30am (UTC)",
      "You've hit your limit · resets 1:30am (Asia/Dhaka)",
      "5-hour limit reached ∙ resets 2am",
      "You've hit your weekly limit · resets Jul 31, 2am (UTC)",
      "You've hit your weekly limit · resets Jul 27 at 4:30am (Asia/Calcutta)",
      "You've hit your weekly limit · resets Sep 15 at 7pm",
    ],
  },
  {
    cause: "quota",
    pattern: /regain access on (\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2}) UTC/,
    resetsAt: ([, date, time]) => new Date(`${date}T${time}Z`),
    samples: [
      "API Error: 400 You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
      "API Error: Request rejected (429) · You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
    ],
  },
  {
    cause: "quota",
    pattern:
      /Request rejected \(429\)|You've (?:hit|reached) your .*limit|credit balance is too low/i,
    samples: [
      "API Error: Request rejected (429) · This request would exceed your account's rate limit. Please try again later.",
      "API Error: Request rejected (429) · Number of request tokens has exceeded your per-minute rate limit",
      "Credit balance is too low",
    ],
  },
  {
    cause: "not_logged_in",
    pattern:
      /please run \/login|invalid (?:API key|auth token)|failed to authenticate|belongs to a disabled organization/i,
    samples: [
      "Not logged in · Please run /login",
      "Invalid API key · Fix external API key",
      "Failed to authenticate. API Error: 401 Invalid bearer token",
      "Failed to authenticate. API Error: 401 OAuth token has expired. Please obtain a new token or refresh your existing token.",
      "Failed to authenticate: OAuth token revoked. Please log in again or contact your administrator.",
      "Failed to authenticate. API Error: 403 Your API key does not have permission to use the specified resource.",
      "Failed to authenticate. API Error: 403 This organization has been disabled.",
      "Your ANTHROPIC_API_KEY belongs to a disabled organization · Update or unset the environment variable",
    ],
  },
  {
    cause: "bad_model",
    pattern: /issue with the selected model/i,
    samples: [
      "There's an issue with the selected model (claude-nope). It may not exist or you may not have access to it. Run --model to pick a different model.",
    ],
  },
  {
    cause: "overloaded",
    pattern: /This is a server-side issue|API Error: 5\d\d\b/i,
    samples: [
      "API Error: 500 Internal server error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:34805).",
      "API Error: 503 Service Unavailable. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:41813).",
      "API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:41371).",
    ],
  },
  {
    cause: "network",
    pattern:
      /API Error: (?:Connection |Can't reach |No internet |Couldn't connect )|\((?:E[A-Z_]{5,}|ConnectionRefused|FailedToOpenSocket)\)|Request timed out|API returned an empty or malformed response/,
    samples: [
      "API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)",
      "API Error: Can't reach the API server — check your internet or DNS (ENOTFOUND)",
      "API Error: Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL, then try again.",
      "Request timed out",
      "API Error: API returned an empty or malformed response (HTTP 200) — check for a proxy or gateway intercepting the request. Response: content-type event-stream, body is an event stream (the non-streaming request was answered with a stream), 96 bytes, request-id req_00001b, intermediary headers transfer-encoding. This was the non-streaming retry of streaming request req_00001a, which failed with: other; 0 stream events received.",
    ],
  },
  {
    cause: "permission_refused",
    pattern: /cannot be used with root\/sudo privileges/,
    samples: [
      "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons",
    ],
  },
];
