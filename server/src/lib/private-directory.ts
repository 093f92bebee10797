import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { messageOf } from "./app-error.ts";

/**
 * Creates the directory for the CLIs' input files, private to its owner. Returns why it cannot be
 * used, as the end of a sentence, or null.
 */
export function prepareTempRoot(root: string): string | null {
  return prepareDirectory(root, (mode) => {
    // One with other things in it (someone passed /tmp) is not ours to close.
    if (readdirSync(root).every((name) => name.startsWith("malamar_"))) chmodSync(root, 0o700);
    else if ((mode & 0o022) !== 0) return "can be written by other users";
    return null;
  });
}

/** The same for a directory inside it, which only we write to. */
export function preparePrivateDirectory(path: string): string | null {
  return prepareDirectory(path, () => {
    chmodSync(path, 0o700);
    return null;
  });
}

function prepareDirectory(path: string, close: (mode: number) => string | null): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(path);
    if (!stats.isDirectory()) return "is not a directory";
    if (stats.uid !== process.getuid?.()) return `belongs to another user (uid ${stats.uid})`;
    return (stats.mode & 0o777) === 0o700 ? null : close(stats.mode);
  } catch (error) {
    return `cannot be used: ${messageOf(error)}`;
  }
}

/** Creates one of Malamar's own directories, or reuses the one from earlier runs. */
export function prepareOwnDirectory(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const stats = lstatSync(path);
    if (!stats.isDirectory()) return `working directory is not a directory: ${path}`;
    if (stats.uid === process.getuid?.()) return null;
    return `working directory belongs to another user: ${path}`;
  } catch (error) {
    return `working directory cannot be created: ${messageOf(error)}`;
  }
}
