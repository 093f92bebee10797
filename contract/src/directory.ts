import { z } from "zod";
import { hasNoNul } from "./text.ts";

/** A path as someone types it: its last part may be unfinished. */
export const DirectoryQuery = z.object({
  path: z
    .string("must be a path")
    .refine(hasNoNul, "must not contain a NUL character")
    .refine(isTypedPath, "must be an absolute path, such as /home/me/project"),
});

/** Absolute, or in the home directory. */
export function isTypedPath(path: string): boolean {
  return /^(\/|~\/|~$)/.test(path);
}

/** What is known about a path, and how to complete it. */
export const Directory = z.object({
  /** With the home directory expanded. */
  path: z.string(),
  exists: z.boolean(),
  is_directory: z.boolean(),
  is_writable: z.boolean(),
  /** Null where it is not a repository; without a branch, none is checked out. */
  git: z.object({ branch: z.string().nullable() }).nullable(),
  /** What can go wrong there, in the words of workspaces; null when there is nothing to say. */
  warning: z.string().nullable(),
  /**
   * Directories whose name starts with the last part of the path. Hidden ones only if it starts
   * with a dot.
   */
  names: z.array(z.string()),
  /** There are more. */
  is_cut: z.boolean(),
});
export type Directory = z.infer<typeof Directory>;
