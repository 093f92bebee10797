import { z } from "zod";

/** One line that names a thing. Outer white space is dropped; what is left must not be empty. */
export const Name = z.string("must be text").trim().min(1, "must not be empty");

/** Long text that must say something. It is kept exactly as written. */
export const RequiredText = z
  .string("must be text")
  .refine((text) => text.trim() !== "", "must not be empty");

/** An optional line: an empty one means none. */
export const OptionalLine = z
  .string("must be text or null")
  .nullable()
  .overwrite((line) => line?.trim() || null);

export const Timestamp = z.iso.datetime();
