import { z } from "zod";

/** Far longer than the longest name of a model, which may have that of its provider before it. */
const MOST_CHARACTERS = 200;
const NO_BLANKS = "must not contain spaces or control characters";

/**
 * What a CLI is to call its model by. It stands on a command line, so it can be neither a flag nor two
 * words. An empty one means none.
 */
export const ModelName = z
  .string("must be text or null")
  .nullable()
  .refine((name) => !/\p{Cc}/u.test(name ?? ""), NO_BLANKS)
  .overwrite((name) => name?.trim() || null)
  .refine((name) => !/[\p{Z}\p{Cf}\p{Cs}]/u.test(name ?? ""), NO_BLANKS)
  .refine((name) => !name?.startsWith("-"), "must not begin with a dash")
  .refine(
    (name) => (name?.length ?? 0) <= MOST_CHARACTERS,
    `must be at most ${MOST_CHARACTERS} characters`,
  );

/** What is wrong with a name that was stored before there were these rules; null if nothing is. */
export function modelProblem(name: string | null): string | null {
  return ModelName.safeParse(name).error?.issues[0]?.message ?? null;
}
