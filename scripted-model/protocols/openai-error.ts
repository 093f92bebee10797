import type { Failure } from "../mind.ts";
import { messageOf } from "./wire-protocol.ts";

/** The form of an error in both of OpenAI's protocols. */
export function openaiError(failure: Failure): unknown {
  return {
    error: {
      message: messageOf(failure),
      type: ERROR_TYPES.get(failure.status) ?? fallbackType(failure.status),
      param: null,
      code: failure.status === 401 ? "invalid_api_key" : null,
    },
  };
}

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [403, "permission_error"],
  [429, "rate_limit_exceeded"],
]);

function fallbackType(status: number): string {
  return status < 500 ? "invalid_request_error" : "server_error";
}
