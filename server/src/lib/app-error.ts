import type { ErrorCode } from "@malamar/contract/error.ts";

/** A caller's mistake. The message is shown to the person: what happened and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Further headers of the answer, such as Retry-After. */
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.headers = headers;
  }
}

export function notFound(what: string): AppError {
  return new AppError("NOT_FOUND", `${what} not found`);
}

/** What a thrown thing says about itself, for messages and logs. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
