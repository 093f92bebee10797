import { z } from "zod";
import type { StreamEnd } from "#engines/cli/cli-adapter.ts";

type Failed = Extract<StreamEnd["terminal"], { ok: false }>;

const Told = z.object({ message: z.string() });

/** What an error says, of whatever shape it is; "" for nothing. */
export function reasonIn(error: unknown): string {
  if (error === undefined || error === null) return "";
  if (typeof error === "string") return error;
  const text = JSON.stringify(error);
  return Told.safeParse(error).data?.message ?? (text === "{}" ? "" : text);
}

/** A last word that may have come without a reason. */
export function failedWith(reason: string, otherwise: string): Failed {
  return reason === ""
    ? { ok: false, message: otherwise, isVague: true }
    : { ok: false, message: reason };
}
