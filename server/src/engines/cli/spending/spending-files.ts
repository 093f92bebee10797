import { readdir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";

/** The usage of a conversation with a model. The input includes tokens from the cache. */
export interface Tokens {
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
}

/** What is known about a run when its CLI has started. */
export interface FollowedRun {
  /** The whole environment of the CLI. */
  env: Readonly<Record<string, string>>;
  cwd: string;
}

/** Files in which a CLI records its usage while it works. */
export interface SpendingFiles {
  /** Those that exist by now, in the session that the CLI reported. */
  find: (sessionId: string) => Promise<readonly SpendingFile[]>;
  /** A new one for each file: its conversation's total usage, if this line reports it. */
  createReader: () => (line: string) => Tokens | null;
}

export interface SpendingFile {
  path: string;
  /** The CLI's output does not include what it reports. */
  isLeftOut?: boolean;
}

export function homeOf(env: FollowedRun["env"]): string {
  return env["HOME"] || homedir();
}

/** A session id from a CLI is never used as a path. */
export function isPlainName(name: string): boolean {
  return /^[\w-]{1,200}$/.test(name);
}

/** What some CLIs derive from a directory's path, to store their sessions under. */
export async function projectFolder(cwd: string): Promise<string> {
  return (await realpath(cwd)).replaceAll(/[^a-zA-Z0-9]/g, "-");
}

/** Paths of the logs in a folder; none if there is no such folder. */
export async function logsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

/** A valid line; null: something else, or incomplete. */
export function parsed<Data>(schema: z.ZodType<Data>, line: string): Data | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
