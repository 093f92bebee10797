import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { nanoid } from "nanoid";
import { messageOf } from "#lib/app-error.ts";
import { isMissing } from "#lib/is-missing.ts";

/** A path for an answer that nothing can have written to before. */
export function reserveOutputPath(root: string, name: string): string {
  return join(root, `${name}_${nanoid()}.json`);
}

/** As large as the largest request body: an answer is text for people and agents to read. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

export type AnswerFile =
  | { kind: "missing" }
  | { kind: "text"; text: string }
  | { kind: "unusable"; reason: string };

/** Reads what an agent wrote. Whatever is at that path, it is read as a plain file or not at all. */
export function readAnswerFile(path: string): AnswerFile {
  let file: number;
  try {
    // A link could point anywhere, and opening a pipe would wait forever.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    return isMissing(error) ? { kind: "missing" } : { kind: "unusable", reason: messageOf(error) };
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return { kind: "unusable", reason: "it is not a regular file" };
    if (stats.size > LONGEST_ANSWER) {
      return { kind: "unusable", reason: `it is larger than ${LONGEST_ANSWER} bytes` };
    }
    const buffer = Buffer.alloc(stats.size);
    const length = readSync(file, buffer, 0, stats.size, 0);
    return { kind: "text", text: buffer.toString("utf8", 0, length) };
  } finally {
    closeSync(file);
  }
}
