import type { ErrorBody } from "@malamar/contract/error.ts";
import { ERROR_STATUS } from "@malamar/contract/plain/error.ts";
import { HTTPException } from "hono/http-exception";
import { isStorageTrouble } from "#events/unit-of-work.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Logger } from "#lib/logger.ts";
import { shortened } from "#lib/shortened.ts";

const STORAGE_TROUBLE =
  "Malamar cannot write to its database right now, so nothing was stored. The disk may be full or " +
  "read-only, or another program may be locking the database: fix that and try again.";

/** The caller learns about their own mistakes; details of a bug go to the log only. */
export function errorResponse(error: unknown, logger: Logger, requestId: string): Response {
  if (error instanceof AppError) return respond(error);
  if (error instanceof HTTPException && error.status < 500) {
    return respond(new AppError("VALIDATION_ERROR", messageOf(error)));
  }
  if (isStorageTrouble(error)) {
    logger.error("The database cannot be written", { request_id: requestId, error });
    return respond(new AppError("STORAGE_FAILED", `${STORAGE_TROUBLE} ${inLog(requestId)}`));
  }
  logger.error("A request failed", { request_id: requestId, error });
  return respond(
    new AppError("INTERNAL_ERROR", `Something went wrong in Malamar. ${inLog(requestId)}`),
  );
}

function inLog(requestId: string): string {
  return `Its log has the details under request ${requestId}.`;
}

/** It may quote the request, which can be megabytes of names. */
const LONGEST_MESSAGE = 4000;

function respond(error: AppError): Response {
  const { code, headers } = error;
  const message = shortened(error.message, LONGEST_MESSAGE);
  return Response.json({ error: { code, message } } satisfies ErrorBody, {
    status: ERROR_STATUS[code],
    headers,
  });
}
