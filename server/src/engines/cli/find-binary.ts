import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { expandHome } from "#lib/expand-home.ts";

export type FoundBinary = { path: string } | { path: null; error: string };

/** A program by its path, or by its name on the search path. */
export function findBinary(name: string, searchPath: string): FoundBinary {
  const path = expandHome(name);
  if (!path.includes("/")) {
    const onPath = lookUp(path, searchPath);
    return onPath ? { path: onPath } : { path: null, error: "Binary not found in PATH" };
  }
  try {
    if (!statSync(path).isFile()) return { path: null, error: `${path} is not a program` };
    accessSync(path, constants.X_OK);
    // A run has another working directory than we have.
    return { path: resolve(path) };
  } catch (error) {
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    const problem = denied ? `${path} is not executable` : `Binary not found at ${path}`;
    return { path: null, error: problem };
  }
}

function lookUp(name: string, searchPath: string): string | null {
  try {
    return Bun.which(name, { PATH: searchPath });
  } catch {
    // A name longer than any path can be.
    return null;
  }
}
