import { z } from "zod";

/** Every list accepts these: without a limit it returns everything. */
export const PageQuery = z.object({
  limit: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .optional(),
  /** The last id of the previous page. If that row is gone by now, the list begins again. */
  before: z.string().optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;
