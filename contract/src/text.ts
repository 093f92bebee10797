import { z } from "zod";
import { oneLine } from "./plain/text.ts";

/**
 * Checks of length that apply only to what can be measured. On their own, zod's checks measure
 * anything with a `length`, and fail on a length that is not a number.
 */
export const measured = (error: string) => ({
  error,
  when: ({ value }: { value: unknown }) => typeof value === "string" || Array.isArray(value),
});

/** Any text, as it will be stored: lone surrogates, which no file can hold, are replaced. */
export const Text = z.string("must be text").overwrite((text) => text.toWellFormed());

/** One line that names a thing: line breaks and control characters become spaces. Never empty. */
export const Name = Text.overwrite(oneLine).min(1, measured("must not be empty"));

/** Required long text. It is kept exactly as written. */
export const RequiredText = Text.refine((text) => text.trim() !== "", "must not be empty");

/**
 * An optional line: line breaks and control characters become spaces, and an empty one means none.
 */
export const OptionalLine = z
  .string("must be text or null")
  .nullable()
  .overwrite((line) => (line === null ? null : oneLine(line) || null));

export const Flag = z.boolean("must be true or false");

export const Timestamp = z.iso.datetime();

/** An optional address; an empty one means none. */
export const OptionalAddress = OptionalLine.refine(
  (url) => url === null || isWebAddress(url),
  "must be an http or https address, without a password in it",
);

/** http or https, without a password that would be read back with the address. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === "";
}

export function hasNoNul(text: string): boolean {
  return !text.includes("\0");
}

/** How a secret is written: absent keeps it, null removes it, text sets it. */
export const SecretInput = z
  .string("must be text or null")
  .refine(hasNoNul, "must not contain a NUL character")
  .nullable();
