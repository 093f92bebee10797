import { realpath, stat } from "node:fs/promises";
import { messageOf } from "#lib/app-error.ts";
import { isMissing } from "#lib/is-missing.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";

/** What the file system says about a directory: its real path, or why it cannot be used. */
type Found = { real: string } | { problem: string };

interface Deps {
  disk: PatientDisk;
  find?: (path: string) => Promise<Found>;
}

export function createDirectoryLook({ disk, find = findDirectory }: Deps) {
  return (path: string): Promise<Found> =>
    disk<Found>(() => find(path), {
      problem: `The directory ${path} was not checked: a disk is not responding.`,
    });
}

export type DirectoryLook = ReturnType<typeof createDirectoryLook>;

/** Never rejects. */
async function findDirectory(path: string): Promise<Found> {
  try {
    if (!(await stat(path)).isDirectory()) return { problem: `${path} is not a directory.` };
    return { real: await realpath(path) };
  } catch (error) {
    return {
      problem: isMissing(error)
        ? `The directory ${path} does not exist. Malamar does not create it.`
        : `The directory ${path} cannot be read: ${messageOf(error)}`,
    };
  }
}
