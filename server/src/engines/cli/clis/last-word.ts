import { z } from "zod";
import type { StreamEnd } from "#engines/cli/cli-adapter.ts";

type Failed = Extract<StreamEnd["terminal"], { ok: false }>;

const Told = z.object({ message: z.string() });

/** The text of an error, whatever its shape; "" for nothing. */
export function reasonIn(error: unknown): string {
  if (error === undefined || error === null) return "";
  if (typeof error === "string") return error;
  const text = JSON.stringify(error);
  return Told.safeParse(error).data?.message ?? (text === "{}" ? "" : text);
}

/** A final event that may have come without a reason. */
export function failedWith(reason: string, otherwise: string): Failed {
  return reason === ""
    ? { ok: false, message: otherwise, isVague: true }
    : { ok: false, message: reason };
}
