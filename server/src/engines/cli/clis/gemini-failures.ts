import type { FailurePattern } from "#engines/cli/cli-adapter.ts";
import { afterWords, atClockTime, atNextMidnight } from "./limit-times.ts";

/**
 * How Gemini CLI reports what went wrong. Its API's errors are searched only at the start of the
 * final message: stderr is full of errors that it recovered from. The rest are separate lines on
 * stderr.
 */
export const GEMINI_FAILURES: readonly FailurePattern[] = [
  {
    cause: "overloaded",
    pattern:
      /^\[API Error: .*(?:model is overloaded|experiencing high demand|No capacity available|internal error has occurred|[("](?:INTERNAL|UNAVAILABLE)[)"])/s,
    samples: [
      "[API Error: The model is overloaded. Please try again later.]",
      "[API Error: This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later.]",
      "[API Error: No capacity available for model gemini-2.5-pro on the server]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
      '[API Error: {"error":{"code":500,"message":"An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting","status":"INTERNAL"}}]',
    ],
  },
  {
    // A model that the account may not use at all.
    cause: "no_credit",
    pattern: /^\[API Error: .*\blimit: 0(?!\d|\.\d)/s,
    samples: [
      "[API Error: You exceeded your current quota, please check your plan and billing details. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 0, model: gemini-2.5-pro\nPlease retry in 34.074824224s.]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
    ],
  },
  {
    cause: "quota",
    pattern:
      /^\[API Error: .*(?:Please retry in|Suggested retry after|quota will reset after) (\d[\d.dhms]*)/s,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      {
        text: "[API Error: You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\nSuggested retry after 34s.]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
        endsAt: "2026-11-15T12:00:34.000Z",
      },
      {
        text: "[API Error: You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. \n* Quota exceeded for metric: generativelanguage.googleapis.com/generate_content_free_tier_requests, limit: 5, model: gemini-2.5-pro\nPlease retry in 34.074824224s.\nSuggested retry after 34s.]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
        endsAt: "2026-11-15T12:00:34.000Z",
      },
      {
        text: "[API Error: You have exhausted your capacity on this model. Your quota will reset after 3h22m7s.]\nPossible quota limitations in place or slow response times detected. Switching to the gemini-2.5-flash model for the rest of this session.",
        endsAt: "2026-11-15T15:22:07.000Z",
      },
    ],
  },
  {
    // As the API reports it, where the CLI passes that on.
    cause: "quota",
    pattern: /(?:^\[API Error: |RESOURCE_EXHAUSTED).*\bretryDelay"?:\s*"?(\d[\d.]*s)\b/s,
    resetsAt: ([, words = ""], now) => afterWords(words, now),
    samples: [
      {
        text: '429 RESOURCE_EXHAUSTED {"retryDelay": "34s"}',
        endsAt: "2026-11-15T12:00:34.000Z",
      },
    ],
  },
  {
    // By Google's documentation a new day begins there.
    cause: "quota",
    pattern: /^\[API Error: .*exhausted your daily quota/s,
    resetsAt: (_match, now) => atNextMidnight("America/Los_Angeles", now),
    samples: [
      {
        text: "[API Error: You have exhausted your daily quota on this model.]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
        endsAt: "2026-11-16T08:00:00.000Z",
      },
    ],
  },
  {
    // Of older versions.
    cause: "quota",
    pattern:
      /\bUsage limit reached for \S+\.\s+Access resets at (\d{1,2}:\d{2}\s[AP]M) ([\w/+:-]+)/,
    resetsAt: ([, time = "", zone], now) => atClockTime(time, zone, now),
    samples: [
      {
        text: "Usage limit reached for gemini-3-flash-preview. Access resets at 10:57 PM GMT-3.",
        endsAt: "2026-11-16T01:57:00.000Z",
      },
      {
        text: "Usage limit reached for gemini-3-pro-preview.\nAccess resets at 3:05\u202FPM GMT+1.\n/stats model for usage details",
        endsAt: "2026-11-15T14:05:00.000Z",
      },
    ],
  },
  {
    cause: "quota",
    pattern:
      /^(?:\[API Error: .*|429 )?(?:You have exhausted your capacity|You exceeded your current quota|Resource has been exhausted|RESOURCE_EXHAUSTED)/ms,
    samples: [
      "429 RESOURCE_EXHAUSTED",
      "You exceeded your current quota",
      "[API Error: Resource has been exhausted (e.g. check quota).]\nPlease wait and try again later. To increase your limits, request a quota increase through AI Studio, or switch to another /auth method",
      "[API Error: You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.]",
    ],
  },
  {
    cause: "not_logged_in",
    pattern:
      /^\[API Error: .*(?:API key (?:not valid|expired)|invalid authentication credentials|[("](?:UNAUTHENTICATED|PERMISSION_DENIED)[)"])/s,
    samples: [
      '[API Error: {"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}]',
      "[API Error: API key expired. Please renew the API key. (INVALID_ARGUMENT)]",
      "[API Error: Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. (UNAUTHENTICATED)]",
      "[API Error: Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API. (PERMISSION_DENIED)]",
    ],
  },
  {
    cause: "not_logged_in",
    pattern:
      /^(?:Please set an Auth method in your |When using (?:Gemini API|Vertex AI), you must specify |Manual authorization is required but |Invalid auth method selected\.$|The enforced authentication type is )/m,
    samples: [
      "Please set an Auth method in your /home/me/.gemini/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI, GOOGLE_GENAI_USE_GCA",
      "When using Gemini API, you must specify the GEMINI_API_KEY environment variable.\nUpdate your environment and try again (no reload needed if using .env)!",
      "Manual authorization is required but the current session is non-interactive. Please run the Gemini CLI in an interactive terminal to log in, provide a GEMINI_API_KEY, or ensure Application Default Credentials are configured.",
      "When using Vertex AI, you must specify either:\n• GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION environment variables.",
      "Invalid auth method selected.",
      "The enforced authentication type is 'oauth-personal', but the current type is 'gemini-api-key'. Please re-authenticate with the correct type.",
    ],
  },
  {
    cause: "bad_model",
    pattern: /^\[API Error: .*(?:is not found for API version|Requested entity was not found)/s,
    samples: [
      "[API Error: models/no-such-model is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.]",
      "[API Error: Requested entity was not found.]",
    ],
  },
  {
    cause: "network",
    pattern: /^\[API Error: (?:exception TypeError: fetch failed|terminated|Incomplete JSON)/,
    samples: [
      "[API Error: exception TypeError: fetch failed sending request]",
      "[API Error: terminated]",
      "[API Error: Incomplete JSON segment at the end]",
    ],
  },
  {
    cause: "permission_refused",
    pattern:
      /^(?:YOLO mode is disabled by |Gemini CLI is not running in a trusted directory\.|Tool execution (?:denied by policy\.|blocked: )|Tool execution for "[^"\n]+" requires user confirmation, )/m,
    samples: [
      'YOLO mode is disabled by the "disableYolo" setting.\nYOLO mode is disabled by your administrator. To enable it, please request an update to the settings at: https://goo.gle/manage-gemini-cli',
      "Gemini CLI is not running in a trusted directory. To proceed, either use `--skip-trust`, set the `GEMINI_CLI_TRUST_WORKSPACE=true` environment variable, or trust this directory in interactive mode.",
      "Tool execution denied by policy.",
      'Tool execution for "WriteFile" requires user confirmation, which is not supported in non-interactive mode.',
    ],
  },
];
