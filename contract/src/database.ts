import { z } from "zod";

/** What can be wrong with the database file while the server runs. */
export const DatabaseTrouble = z.enum(["removed", "replaced", "damaged"]);
export type DatabaseTrouble = z.infer<typeof DatabaseTrouble>;

/** A new file with everything that Malamar held. */
export const RescuedDatabase = z.object({
  path: z.string(),
  /** What to type once Malamar has stopped. */
  command: z.string(),
});
export type RescuedDatabase = z.infer<typeof RescuedDatabase>;

export const DatabaseState = z.object({
  /** null when all is well. */
  trouble: DatabaseTrouble.nullable(),
  /** What happened and what to do. */
  message: z.string().nullable(),
  /** Whether what Malamar still holds can be written to a new file. */
  can_rescue: z.boolean(),
  /** The last one that was written. */
  rescued: RescuedDatabase.nullable(),
});
export type DatabaseState = z.infer<typeof DatabaseState>;
