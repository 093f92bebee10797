import { z } from "zod";

/** Every error code with its HTTP status. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  EMAIL_FAILED: 400,
  NOTIFICATION_FAILED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_ATTEMPTS: 429,
  INTERNAL_ERROR: 500,
  TOO_MANY_STREAMS: 503,
  DATABASE_UNAVAILABLE: 503,
  DATABASE_DAMAGED: 503,
  STORAGE_FAILED: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ErrorBody = z.object({
  error: z.object({
    // An array of keys loses its literal types; these are the keys of the table above.
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
