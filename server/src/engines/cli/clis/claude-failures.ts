import type { FailurePattern } from "#engines/cli/cli-adapter.ts";
import { atClockTime, atUnixSeconds } from "./limit-times.ts";

/**
 * How Claude Code says what went wrong: at the beginning of its final event, or after the name of
 * the error. Further on, tools and models are quoted.
 */
export const CLAUDE_FAILURES: readonly FailurePattern[] = [
  {
    cause: "quota",
    // The reader's own words.
    pattern: / \(limit resets at (\S+)\)$/,
    resetsAt: ([, time = ""]) => new Date(time),
    samples: [
      {
        text: "You've hit your 5-hour limit · resets 2:47pm (UTC) (limit resets at 2026-11-15T14:47:09.000Z)",
        endsAt: "2026-11-15T14:47:09.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern: /\bClaude AI usage limit reached\|(\d+)/,
    resetsAt: ([, seconds]) => atUnixSeconds(Number(seconds)),
    samples: [
      { text: "Claude AI usage limit reached|1762952400", endsAt: "2025-11-12T13:00:00.000Z" },
      { text: "Claude AI usage limit reached|1795000000", endsAt: "2026-11-18T11:06:40.000Z" },
      {
        text: "API Error: Request rejected (429) · Claude AI usage limit reached|1795000000",
        endsAt: "2026-11-18T11:06:40.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern:
      /(?:^|\bError: (?:.*· )?)(?:You['’]ve (?:hit|reached) your .*limit|You['’]re out of .*|\S+ limit reached) [·∙] resets ([^(·∙\n]+?)(?: \(([^)\n]+)\))?(?= [·∙]|$)/m,
    resetsAt: ([, time = "", zone], now) => atClockTime(time, zone, now),
    samples: [
      {
        text: "You've hit your 5-hour limit · resets 2:47pm (UTC)",
        endsAt: "2026-11-15T14:47:00.000Z",
      },
      {
        text: "You've hit your weekly limit · resets Nov 20, 4:30am (UTC)",
        endsAt: "2026-11-20T04:30:00.000Z",
      },
      {
        text: "You've hit your Opus limit · resets Nov 20, 4:30am (UTC)",
        endsAt: "2026-11-20T04:30:00.000Z",
      },
      {
        text: "You've hit your limit · resets 1:30am (Asia/Dhaka)",
        endsAt: "2026-11-15T19:30:00.000Z",
      },
      {
        text: "You've hit your 5-hour limit · resets 2:47pm (UTC) · progress saved",
        endsAt: "2026-11-15T14:47:00.000Z",
      },
      {
        text: "You're out of usage credits · resets 2:47pm (UTC)",
        endsAt: "2026-11-15T14:47:00.000Z",
      },
      { text: "5-hour limit reached ∙ resets 2am", endsAt: "2026-11-16T02:00:00.000Z" },
      {
        text: "You've hit your weekly limit · resets Jul 31, 2am (UTC)",
        endsAt: "2027-07-31T02:00:00.000Z",
      },
      {
        text: "You've hit your weekly limit · resets Jul 27 at 4:30am (Asia/Calcutta)",
        endsAt: "2027-07-26T23:00:00.000Z",
      },
      {
        text: "You've hit your weekly limit · resets Sep 15 at 7pm",
        endsAt: "2027-09-15T19:00:00.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern: /^API Error: .*regain access on (\d{4}-\d{2}-\d{2}) at (\d{2}:\d{2}) UTC/,
    resetsAt: ([, date, time]) => new Date(`${date}T${time}Z`),
    samples: [
      {
        text: "API Error: 400 You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
        endsAt: "2026-12-01T00:00:00.000Z",
      },
      {
        text: "API Error: Request rejected (429) · You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
        endsAt: "2026-12-01T00:00:00.000Z",
      },
    ],
  },
  {
    cause: "no_credit",
    pattern:
      /^(?:Credit balance is too low|You['’]re out of (?:usage credits|extra usage)|Your org is out of usage|Your seat type doesn['’]t include )/,
    samples: [
      "Credit balance is too low",
      "You're out of usage credits",
      "Your org is out of usage · add funds to continue",
      "Your seat type doesn't include usage credits",
    ],
  },
  {
    cause: "quota",
    pattern: /^(?:API Error: Request rejected \(429\)|You['’]ve (?:hit|reached) your .*limit)/,
    samples: [
      "API Error: Request rejected (429) · This request would exceed your account's rate limit. Please try again later.",
      "API Error: Request rejected (429) · Number of request tokens has exceeded your per-minute rate limit",
      "You've hit your monthly spend limit. Switch to another model to continue.",
    ],
  },
  {
    cause: "not_logged_in",
    pattern:
      /^(?:(?:Not logged in|OAuth token revoked|Login expired|Login reached its time limit) · Please run \/login|Please run \/login · |Invalid (?:API key|auth token) · |Failed to authenticate[.:] |Your ANTHROPIC_API_KEY belongs to a disabled organization)/,
    samples: [
      "Not logged in · Please run /login",
      "Login expired · Please run /login",
      "Please run /login · API Error: 401 Invalid bearer token",
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
    pattern: /^There['’]s an issue with the selected model /,
    samples: [
      "There's an issue with the selected model (claude-nope). It may not exist or you may not have access to it. Run --model to pick a different model.",
    ],
  },
  {
    cause: "overloaded",
    pattern:
      /^API Error: (?:5\d\d\b|.*This is a server-side issue|Server is temporarily limiting requests|The API is temporarily unavailable)/,
    samples: [
      "API Error: 500 Internal server error. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:34805).",
      "API Error: 503 Service Unavailable. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:41813).",
      "API Error: 529 Overloaded. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (127.0.0.1:41371).",
      "API Error: Server is temporarily limiting requests (not your usage limit) · this may be a temporary capacity issue.",
    ],
  },
  {
    cause: "network",
    pattern:
      /^(?:API Error: )?(?:Connection (?:refused|dropped|lost|closed|to the API was lost)|Can['’]t reach the API|No internet route|Couldn['’]t connect through|Unable to connect to API|No response from API|Request timed out|API returned an empty or malformed response)/,
    samples: [
      "API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)",
      "API Error: Can't reach the API server — check your internet or DNS (ENOTFOUND)",
      "API Error: Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL, then try again.",
      "API Error: Connection to the API was lost (ECONNRESET). This is usually temporary — try again.",
      "API Error: Unable to connect to API: SSL error (ERR_SSL_WRONG_VERSION_NUMBER)",
      "Request timed out",
      "API Error: API returned an empty or malformed response (HTTP 200) — check for a proxy or gateway intercepting the request. Response: content-type event-stream, body is an event stream (the non-streaming request was answered with a stream), 96 bytes, request-id req_00001b, intermediary headers transfer-encoding. This was the non-streaming retry of streaming request req_00001a, which failed with: other; 0 stream events received.",
    ],
  },
  {
    // On stderr, perhaps after a warning.
    cause: "permission_refused",
    pattern: /^--dangerously-skip-permissions cannot be used with root\/sudo privileges/m,
    samples: [
      "--dangerously-skip-permissions cannot be used with root/sudo privileges for security reasons",
    ],
  },
];
