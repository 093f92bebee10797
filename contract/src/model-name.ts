import { z } from "zod";

/** Far longer than the longest model name, which may start with its provider's. */
const MOST_CHARACTERS = 200;
const NO_BLANKS = "must not contain spaces or control characters";

/**
 * The model name that a CLI passes to its provider. It is a command-line argument, so it can be
 * neither a flag nor two words. An empty one means none.
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

/** What is wrong with a name stored before these rules existed; null if nothing is. */
export function modelProblem(name: string | null): string | null {
  return ModelName.safeParse(name).error?.issues[0]?.message ?? null;
}
