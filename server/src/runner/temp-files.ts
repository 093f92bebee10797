import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
} from "node:fs";
import { join } from "node:path";
import { nanoid } from "nanoid";
import { messageOf } from "#lib/app-error.ts";

/**
 * Makes the directory of the files given to CLIs, private to its owner. Answers what stands against
 * using it, as the end of a sentence, or null.
 */
export function prepareTempRoot(root: string): string | null {
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const stats = lstatSync(root);
    if (!stats.isDirectory()) return "is not a directory";
    if (stats.uid !== process.getuid?.()) return `belongs to another user (uid ${stats.uid})`;
    if ((stats.mode & 0o077) === 0) return null;
    // One with other things in it (somebody passed /tmp) is not ours to close.
    if (readdirSync(root).every((name) => name.startsWith("malamar_"))) chmodSync(root, 0o700);
    else if ((stats.mode & 0o022) !== 0) return "can be written by other users";
    return null;
  } catch (error) {
    return `cannot be used: ${messageOf(error)}`;
  }
}

/** A path for an answer that nothing can have written to before. */
export function reserveOutputPath(root: string, name: string): string {
  return join(root, `${name}_${nanoid()}.json`);
}

/** Makes a directory of Malamar's own, or takes the one from earlier runs. */
export function prepareOwnDirectory(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(path);
    if (!stats.isDirectory()) return `working directory is not a directory: ${path}`;
    if (stats.uid === process.getuid?.()) return null;
    return `working directory belongs to another user: ${path}`;
  } catch (error) {
    return `working directory cannot be made: ${messageOf(error)}`;
  }
}

/** As large as the largest request body: an answer is text that people and agents shall read. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

export type AnswerFile =
  { kind: "missing" } | { kind: "text"; text: string } | { kind: "unusable"; reason: string };

/** Reads what an agent wrote. Whatever is at that path, it is read as a plain file or not at all. */
export function readAnswerFile(path: string): AnswerFile {
  let file: number;
  try {
    // A link could point anywhere, and opening a pipe would wait for ever.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? { kind: "missing" } : { kind: "unusable", reason: messageOf(error) };
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
