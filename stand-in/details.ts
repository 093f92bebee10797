import { constants } from "node:os";
import { isAbsolute, normalize } from "node:path";
import { readDuration, readSize } from "./quantities.ts";
import type { AskedAction } from "./stage.ts";

// The parsed text after a verb. null: invalid.

export function nothing(text: string): true | null {
  return text === "" || null;
}

export function someText(text: string): string | null {
  return text === "" ? null : text;
}

export function oneWord(text: string): string | null {
  return /^\S+$/.test(text) ? text : null;
}

/** Only below the working directory: a script is text that people pass around. */
export function fileBelow(text: string): string | null {
  const isBelow = !isAbsolute(text) && !normalize(text).startsWith("..");
  return isBelow ? oneWord(text) : null;
}

export function fileAndText(text: string): { path: string; text: string } | null {
  const [, word = "", content] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  const path = fileBelow(word);
  return path === null || content === undefined ? null : { path, text: content };
}

export interface ToolUse {
  name: string;
  input: unknown;
  /** null: the tool never answers. */
  result: { output: string; is_error: boolean } | null;
}

/** `NAME [input, JSON or words] [=> result | =>! error]` */
export function toolUse(text: string): ToolUse | null {
  const [, name, given = "", arrow, output = ""] =
    /^(\S+)\s*(.*?)(?:\s*(=>!?)\s*(.*))?$/s.exec(text) ?? [];
  if (name === undefined || name.startsWith("=>")) return null;
  const input = given.startsWith("{") ? readJson(given) : { text: given };
  if (input === undefined) return null;
  return { name, input, result: arrow ? { output, is_error: arrow === "=>!" } : null };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An action as an agent writes it. */
export function askedAction(text: string): AskedAction | null {
  const value = readJson(text);
  if (typeof value !== "object" || value === null) return null;
  return "type" in value && typeof value.type === "string" ? { ...value, type: value.type } : null;
}

export function exitCode(text: string): { code: number; text: string } | null {
  const [, code, rest = ""] = /^(\d{1,3})(?:\s+(.*))?$/s.exec(text) ?? [];
  return code === undefined || Number(code) > 255 ? null : { code: Number(code), text: rest };
}

export function signalName(text: string): NodeJS.Signals | null {
  // The table's keys are the names of the signals.
  return Object.hasOwn(constants.signals, text) ? (text as NodeJS.Signals) : null;
}

interface QuotaEnd {
  /** null: not stated. */
  resetsAt: ((now: Date) => Date) | null;
  text: string;
}

/** `[duration or time] [what the CLI says]` */
export function quotaEnd(text: string): QuotaEnd | null {
  const [, first = "", rest = ""] = /^(\S*)(?:\s+(.*))?$/s.exec(text) ?? [];
  const ms = readDuration(first);
  if (ms !== null) return { resetsAt: (now) => new Date(now.getTime() + ms), text: rest };
  if (/^\d{4}-/.test(first)) {
    const time = new Date(first);
    return Number.isNaN(time.getTime()) ? null : { resetsAt: () => time, text: rest };
  }
  return { resetsAt: null, text };
}

export function floodSize(text: string): { bytes: number; newlines: boolean } | null {
  const [, size = "", without] = /^(\S+)(\s+without newlines)?$/.exec(text) ?? [];
  const bytes = readSize(size);
  return bytes === null ? null : { bytes, newlines: without === undefined };
}
