import { z } from "zod";
import { oneLine } from "./plain/text.ts";

/**
 * What is wrong with a length, for the checks of zod that measure: only of what can be measured. By
 * themselves they measure whatever has a `length`, and fail on a length that is no number.
 */
export const measured = (error: string) => ({
  error,
  when: ({ value }: { value: unknown }) => typeof value === "string" || Array.isArray(value),
});

/** Any text, as it will be stored: halves of characters, which no file can hold, are replaced. */
export const Text = z.string("must be text").overwrite((text) => text.toWellFormed());

/** One line that names a thing: line breaks and control characters become spaces. Never empty. */
export const Name = Text.overwrite(oneLine).min(1, measured("must not be empty"));

/** Long text that must say something. It is kept exactly as written. */
export const RequiredText = Text.refine((text) => text.trim() !== "", "must not be empty");

/** An optional line: line breaks and control characters become spaces, and an empty one means none. */
export const OptionalLine = z
  .string("must be text or null")
  .nullable()
  .overwrite((line) => (line === null ? null : oneLine(line) || null));

export const Flag = z.boolean("must be true or false");

export const Timestamp = z.iso.datetime();

/** Where to reach something; an empty one means none. */
export const OptionalAddress = OptionalLine.refine(
  (url) => url === null || isWebAddress(url),
  "must be an http or https address, without a password in it",
);

/** http or https, and no password that would be read back with the address. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === "";
}

export function hasNoNul(text: string): boolean {
  return !text.includes("\0");
}

/** Written: absent keeps it, null removes it, text sets it. */
export const SecretInput = z
  .string("must be text or null")
  .refine(hasNoNul, "must not contain a NUL character")
  .nullable();
