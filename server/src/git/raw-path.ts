import { lstatSync, type Stats } from "node:fs";

/**
 * A path as git stores it, relative to the top of the repository. It can have any bytes, one latin1
 * character each, so git gets back exactly what it gave us.
 */
export type RawPath = string;

/** For people and JSON: bytes that are not UTF-8 are replaced. */
export function readablePath(path: RawPath): string {
  return Buffer.from(path, "latin1").toString();
}

export function rawPath(path: string): RawPath {
  return Buffer.from(path).toString("latin1");
}

/** Does not follow links. */
export function lookAt(at: string, path: RawPath): Stats | undefined {
  try {
    return lstatSync(pathBytes(at, path), { throwIfNoEntry: false });
  } catch (error) {
    // A parent of the path is not a directory.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** For the file system. */
export function pathBytes(at: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(`${at}/`), Buffer.from(path, "latin1")]);
}

/** For the stdin of a git command that expects NUL-terminated paths. */
export function pathList(paths: Iterable<RawPath>): Uint8Array {
  return Buffer.from([...paths].map((path) => `${path}\0`).join(""), "latin1");
}
