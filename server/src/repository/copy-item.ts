import { constants } from "node:fs";
import { copyFile, mkdir, rm, symlink } from "node:fs/promises";
import { posix } from "node:path";

/** Without cloning a copy takes as much space again, and time. */
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_FILES = 20_000;

export interface Item {
  /** From the top, as bytes (latin1). */
  path: string;
  /** What a link points to; null for a file. */
  target: string | null;
  size: number;
}

export interface Copying {
  /** The top of the person's checkout. */
  from: string;
  /** The top of the worktree. */
  to: string;
  /** Makes a file that shares its blocks with another one, until one of them is written. */
  clone?: (from: Buffer, to: Buffer) => Promise<void>;
}

export type Room = ReturnType<typeof createRoom>;

/** What may still be copied, where a copy takes space. */
export function createRoom(copied: readonly Item[]) {
  let bytes = MOST_BYTES - sizeOf(copied);
  let files = MOST_FILES - copied.length;

  return {
    /** False when they do not fit, all of them. */
    take(items: readonly Item[]): boolean {
      const size = sizeOf(items);
      if (size > bytes || items.length > files) return false;
      bytes -= size;
      files -= items.length;
      return true;
    },
  };
}

function sizeOf(items: readonly Item[]): number {
  return items.reduce((sum, { size }) => sum + size, 0);
}

type Outcome = "done" | "unreadable" | "too much";

/** Copies one item after the other, or clones them. */
export function createCopier({ from, to, clone = cloneFile }: Copying, room: Room) {
  async function write({ path, target }: Item, how: typeof cloneFile): Promise<Outcome> {
    const destination = bytesOf(to, path);
    try {
      await mkdir(bytesOf(to, posix.dirname(path)), { recursive: true });
      if (target === null) await how(bytesOf(from, path), destination);
      else await symlink(Buffer.from(target, "latin1"), destination);
      return "done";
    } catch (error) {
      const code = codeOf(error);
      // Removed meanwhile, or copied by the trial.
      if (code === "ENOENT" || code === "EEXIST") return "done";
      if (code === "EACCES" || code === "EPERM") return "unreadable";
      throw error;
    }
  }

  const copied = (item: Item) => write(item, copyWhole);

  /** Copied, where this one file cannot be cloned. */
  async function cloned(item: Item): Promise<Outcome> {
    try {
      return await write(item, clone);
    } catch (error) {
      if (!NOT_CLONED.includes(codeOf(error))) throw error;
      // What the attempt may have left would pass for the copy.
      await rm(bytesOf(to, item.path), { force: true });
      return room.take([item]) ? copied(item) : "too much";
    }
  }

  return {
    copied,
    cloned,

    /** Clones the first file that can be read, to find out whether the file system can. */
    async tryClone(items: readonly Item[]): Promise<boolean> {
      for (const item of items) {
        if (item.target !== null) continue;
        try {
          if ((await write(item, clone)) === "done") return true;
        } catch {
          await rm(bytesOf(to, item.path), { force: true });
          return false;
        }
      }
      return false;
    },
  };
}

/** The file is on another disk, is used in a way that forbids it, or its file system cannot. */
const NOT_CLONED: readonly string[] = [
  "EXDEV",
  "EINVAL",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "ETXTBSY",
];

function cloneFile(from: Buffer, to: Buffer): Promise<void> {
  return copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE);
}

function copyWhole(from: Buffer, to: Buffer): Promise<void> {
  return copyFile(from, to, constants.COPYFILE_EXCL);
}

/** A place on the disk: our own directory is text, what is in it need not be. */
export function bytesOf(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, "latin1")]);
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
