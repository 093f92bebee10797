import type { ErrorBody, ErrorCode } from "@malamar/contract/error.ts";
import { ERROR_STATUS } from "@malamar/contract/plain/error.ts";
import type { Api } from "@malamar/server/api";
import { hc, type ClientResponse } from "hono/client";
import { firstAnswers } from "./first-answers.ts";
import { isText, shape, type Check } from "./shape.logic.ts";

/**
 * The only client of the server. Calls go through `answer`, which turns every failure into an
 * ApiError.
 */
export const { api } = hc<Api>("/");

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 if there was no response at all. */
  readonly status: number;
  readonly code: ErrorCode | "NO_ANSWER" | "UNREADABLE_ANSWER";

  constructor(status: number, code: ApiError["code"], message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Body<R> = R extends ClientResponse<infer T, number, "json"> ? T : null;

export async function answer<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<Body<R>> {
  const response = await checked(call);
  // Routes declare their responses, and hono carries the types to R. Body picks out the body, or
  // null.
  if (response.status === 204) return null as Body<R>;
  return (await response.json()) as Body<R>;
}

/** Also returns the response headers. */
export async function answerWithHeaders<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<{ body: Body<R>; headers: Headers }> {
  const response = await checked(call);
  // As above.
  return { body: (await response.json()) as Body<R>, headers: response.headers };
}

/** For routes that respond with text. */
export async function answeredText(call: Promise<ClientResponse<unknown>>): Promise<string> {
  return (await checked(call)).text();
}

/** For routes that tell how something goes: calls back with all that is known, until it is over. */
export async function answeredEvents<Known>(
  call: Promise<ClientResponse<unknown>>,
  isKnown: Check<Known>,
  onKnown: (known: Known) => void,
): Promise<void> {
  const { body } = await checked(call);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const known: unknown = JSON.parse(frame.replace(/^data: /, ""));
      if (isKnown(known)) onKnown(known);
    }
  }
}

async function checked<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<R> {
  const noteAnswer = firstAnswers.ask();
  const response = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "NO_ANSWER", "Malamar isn't responding. Check that it is still running.");
  });
  noteAnswer(response.headers.get("x-event-id"));
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function toApiError(response: ClientResponse<unknown>): Promise<ApiError> {
  return apiErrorOf(response.status, await response.json().catch(() => null));
}

/** The error in a refusal, or a default if it has none. */
export function apiErrorOf(status: number, answered: unknown): ApiError {
  if (isErrorBody(answered)) {
    return new ApiError(status, answered.error.code, answered.error.message);
  }
  return new ApiError(
    status,
    "UNREADABLE_ANSWER",
    `Malamar answered with status ${status} and gave no reason.`,
  );
}

const isErrorBody: Check<ErrorBody> = shape({
  error: shape({ code: isErrorCode, message: isText }),
});

function isErrorCode(value: unknown): value is ErrorCode {
  return isText(value) && Object.hasOwn(ERROR_STATUS, value);
}
