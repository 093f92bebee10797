import { z } from "zod";

/** Digits, with a sign or a fraction. What programs also call numbers (1e3, 0x10) is no way to set a limit. */
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)$/;

/** A number as it was typed, which then has to be one that the contract takes. */
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
