import type { ErrorBody, ErrorCode } from "@malamar/contract/error.ts";
import { ERROR_STATUS } from "@malamar/contract/plain/error.ts";
import type { Api } from "@malamar/server/api";
import { hc, type ClientResponse } from "hono/client";
import { firstAnswers } from "./first-answers.ts";
import { isText, shape, type Check } from "./shape.logic.ts";

/** The one client of the server. Calls go through `answer`, which turns every failure into an ApiError. */
export const { api } = hc<Api>("/");

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when there was no answer at all. */
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
  // The routes declare what they answer and hono carries it to R; Body picks it out, null where there is none.
  if (response.status === 204) return null as Body<R>;
  return (await response.json()) as Body<R>;
}

/** The same, with what the headers of the answer say. */
export async function answerWithHeaders<R extends ClientResponse<unknown>>(
  call: Promise<R>,
): Promise<{ body: Body<R>; headers: Headers }> {
  const response = await checked(call);
  // As above.
  return { body: (await response.json()) as Body<R>, headers: response.headers };
}

/** Of a route that answers with a text. */
export async function answeredText(call: Promise<ClientResponse<unknown>>): Promise<string> {
  return (await checked(call)).text();
}

async function checked<R extends ClientResponse<unknown>>(call: Promise<R>): Promise<R> {
  const noteAnswer = firstAnswers.ask();
  const response = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new ApiError(0, "NO_ANSWER", "Malamar does not answer. Check that it is still running.");
  });
  noteAnswer(response.headers.get("x-event-id"));
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function toApiError(response: ClientResponse<unknown>): Promise<ApiError> {
  return apiErrorOf(response.status, await response.json().catch(() => null));
}

/** What a refusal says, or that it says nothing. */
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
