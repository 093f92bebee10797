import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where the modules of a compiled executable seem to be. */
const EMBEDDED = "/$bunfs/";

/** Starts this very program again; arguments follow. */
export const OWN_PROGRAM = ownProgram(process.execPath, import.meta.dir);

/** How Malamar is started again: as the executable, from the npm package, or from the checkout. */
export function ownProgram(execPath: string, moduleDir: string): readonly [string, ...string[]] {
  if (moduleDir.startsWith(EMBEDDED)) return [execPath];
  const bundled = join(moduleDir, "main.js");
  const entry = existsSync(bundled) ? bundled : join(moduleDir, "../main.ts");
  // Started in a project, Bun would read the settings there.
  return [execPath, "--no-env-file", "--config=/dev/null", entry];
}
