import { z } from "zod";

/**
 * Digits with an optional sign and fraction. Notations such as 1e3 and 0x10 make no sense for a
 * limit.
 */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)$/;

/** Parses a typed number and validates it against the contract. */
function numberIn(typed: string, problems: z.RefinementCtx): number {
  const text = typed.trim();
  if (NUMBER.test(text)) return Number(text);
  problems.addIssue({ code: "custom", message: "must be a number" });
  return z.NEVER;
}

export function requiredNumber(schema: z.ZodType<number, number>, whenEmpty: string) {
  return z
    .string()
    .refine((typed) => typed.trim() !== "", { error: whenEmpty, abort: true })
    .transform(numberIn)
    .pipe(schema);
}

/** Empty means none. */
export function optionalNumber(schema: z.ZodType<number | null, number | null>) {
  return z
    .string()
    .transform((typed, problems) => (typed.trim() === "" ? null : numberIn(typed, problems)))
    .pipe(schema);
}
