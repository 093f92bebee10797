import { z } from "zod";
import { hasNoNul } from "./text.ts";

/** A path as somebody types it: its last part may be unfinished. */
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

/** What is known of a path, and how it can go on. */
export const Directory = z.object({
  /** With the home directory in place. */
  path: z.string(),
  exists: z.boolean(),
  is_directory: z.boolean(),
  is_writable: z.boolean(),
  /** Null where it is no repository; without a branch, none is checked out. */
  git: z.object({ branch: z.string().nullable() }).nullable(),
  /** What can happen there, as workspaces say it; null when there is nothing to say. */
  warning: z.string().nullable(),
  /** Directories whose name begins like the last part of the path. Hidden ones only if that has a dot. */
  names: z.array(z.string()),
  /** There are more. */
  is_cut: z.boolean(),
});
export type Directory = z.infer<typeof Directory>;
