import { readdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";

/** What a conversation with a model has used. Tokens from the cache are among those of the input. */
export interface Tokens {
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
}

/** What is known of a run when its CLI has started. */
export interface FollowedRun {
  /** The whole environment of the CLI. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

/** Files in which a CLI writes down what it uses while it works. */
export interface SpendingFiles {
  /** Those that exist by now, in the session that the CLI reported. */
  find: (sessionId: string) => Promise<readonly SpendingFile[]>;
  /** A fresh one for each file: what its conversation has used in all, if this line tells it. */
  createReader: () => (line: string) => Tokens | null;
}

export interface SpendingFile {
  path: string;
  /** What it tells is not part of what the CLI's output tells. */
  isLeftOut?: boolean;
}

export function homeOf(env: FollowedRun["env"]): string {
  return env["HOME"] || homedir();
}

/** A session id from a CLI is never used as a path. */
export function isPlainName(name: string): boolean {
  return /^[\w-]{1,200}$/.test(name);
}

/** What some CLIs make of a directory's path, to keep their sessions by. */
export async function projectFolder(cwd: string): Promise<string> {
  return (await realpath(cwd)).replaceAll(/[^a-zA-Z0-9]/g, "-");
}

/** Paths of the logs in a folder; none if there is no such folder. */
export async function logsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

/** A line that is what it should be; null: it is something else, or not whole. */
export function parsed<Data>(schema: z.ZodType<Data>, line: string): Data | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
