import { z } from "zod";
import { ERROR_STATUS } from "./plain/error.ts";

export type ErrorCode = keyof typeof ERROR_STATUS;

export const ErrorBody = z.object({
  error: z.object({
    // An array of keys loses its literal types; these are the keys of the table above.
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
