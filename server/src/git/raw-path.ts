import { lstatSync, type Stats } from "node:fs";

/**
 * A path as git has it, from the top of the repository: any bytes, one character each (latin1), so
 * that it comes back to git as it was.
 */
export type RawPath = string;

/** For people, and for JSON: what is not UTF-8 is replaced. */
export function readablePath(path: RawPath): string {
  return Buffer.from(path, "latin1").toString();
}

export function rawPath(path: string): RawPath {
  return Buffer.from(path).toString("latin1");
}

/** What is there, without following a link. */
export function lookAt(at: string, path: RawPath): Stats | undefined {
  try {
    return lstatSync(pathBytes(at, path), { throwIfNoEntry: false });
  } catch (error) {
    // Something above it is no directory.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** For the file system. */
export function pathBytes(at: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(`${at}/`), Buffer.from(path, "latin1")]);
}

/** For the stdin of a git command that ends each path with a NUL. */
export function pathList(paths: Iterable<RawPath>): Uint8Array {
  return Buffer.from([...paths].map((path) => `${path}\0`).join(""), "latin1");
}
