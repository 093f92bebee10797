import { statSync } from "node:fs";
import { messageOf } from "./app-error.ts";

/** What keeps a program from working in the directory; null when nothing does. */
export function directoryProblem(path: string): string | null {
  try {
    // The dot is looked up in it, which takes the right to enter it.
    statSync(`${path}/.`);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return `working directory does not exist: ${path}`;
    if (code === "ENOTDIR") return `working directory is not a directory: ${path}`;
    return `working directory cannot be entered: ${messageOf(error)}`;
  }
}
