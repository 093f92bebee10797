import { constants, type Stats } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, rm, symlink } from "node:fs/promises";
import { posix } from "node:path";
import type { Git } from "#git/git.ts";
import { listIgnored, onlyIgnored } from "#git/list-ignored.ts";
import type { CopyPatterns } from "./copy-patterns.ts";

/** A copy that is not a clone takes as much space again, and time. */
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_FILES = 20_000;

/** Enough to keep a disk busy, and well below the limit of open files. */
const AT_ONCE = 32;

interface Copy {
  /** The top of the person's checkout. */
  from: string;
  /** The top of the worktree. */
  to: string;
  patterns: CopyPatterns;
  signal: AbortSignal;
}

/** Everything that is copied for one file or directory that the patterns match. */
interface Named {
  /** The path as people read it. */
  name: string;
  items: Item[];
}

interface Item {
  /** Relative to the top, in latin1: one character per byte. */
  path: string;
  /** The target of a link; null for a file. */
  target: string | null;
  size: number;
}

/**
 * Copies the ignored files that the patterns match, such as .env, into a worktree. Clones where the
 * file system can; never links, because a write would change the person's file. Returns notices.
 */
export async function copyIgnored(git: Git, copy: Copy): Promise<string[]> {
  const { from, to, signal } = copy;
  const named = await namedIn(git, copy);
  const paths = named.flatMap(({ items }) => items.map(({ path }) => path));
  const free = await withoutStrangers(to, paths);
  const ignored = await onlyIgnored(git, to, free, signal);
  const wanted = named
    .map(({ name, items }) => ({ name, items: items.filter(({ path }) => ignored.has(path)) }))
    .filter(({ items }) => items.length > 0);
  const canClone = await tryClone(copy, wanted);
  const { fitting, leftOut } = canClone ? { fitting: wanted, leftOut: [] } : within(wanted);
  const unreadable: string[] = [];
  const items = fitting.flatMap((each) => each.items);
  for (let at = 0; at < items.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const slice = items.slice(at, at + AT_ONCE);
    await Promise.all(
      slice.map(async (item) => {
        if (!(await copyItem({ from, to, canClone }, item))) unreadable.push(shown(item.path));
      }),
    );
  }
  return [
    ...notice(
      "Not copied into the worktree, because this file system cannot clone and together they are more than 200 MB or 20,000 files",
      leftOut,
    ),
    ...notice("Not copied into the worktree, because they cannot be read", unreadable),
  ];
}

/** Nobody reads more. */
const MOST_NAMED = 10;

function notice(why: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const rest = names.length - MOST_NAMED;
  const listed = names.slice(0, MOST_NAMED).join(", ");
  return [`${why}: ${listed}${rest > 0 ? ` and ${rest} more` : ""}`];
}

async function namedIn(git: Git, { from, patterns, signal }: Copy): Promise<Named[]> {
  const named: Named[] = [];
  for (const entry of await listIgnored(git, from, signal)) {
    const isDirectory = entry.endsWith("/");
    const path = isDirectory ? entry.slice(0, -1) : entry;
    if (patterns.match(path, isDirectory)) {
      named.push({ name: shown(entry), items: await itemsIn(from, path) });
    } else if (isDirectory && patterns.reachInto(path)) {
      for (const item of await itemsIn(from, path)) {
        if (patterns.match(item.path, false)) named.push({ name: shown(item.path), items: [item] });
      }
    }
  }
  return named;
}

/** A file, or all files and safe links of a directory. */
async function itemsIn(from: string, path: string): Promise<Item[]> {
  const stats = await statsOf(from, path);
  if (stats?.isFile()) return [{ path, target: null, size: stats.size }];
  if (!stats?.isDirectory()) return [];
  const items: Item[] = [];
  const directories = [path];
  for (let at = 0; at < directories.length; at++) {
    const directory = directories[at]!;
    for (const name of await namesIn(from, directory)) {
      const inside = `${directory}/${name}`;
      const found = await statsOf(from, inside);
      if (found?.isDirectory()) directories.push(inside);
      else if (found?.isFile()) items.push({ path: inside, target: null, size: found.size });
      else if (found?.isSymbolicLink()) {
        const target = await targetOf(from, inside);
        if (target !== null && staysIn(path, inside, target)) {
          items.push({ path: inside, target, size: 0 });
        }
      }
    }
  }
  return items;
}

/** A link that leads out of the copied directory would still point to the person's files. */
function staysIn(directory: string, link: string, target: string): boolean {
  if (target.startsWith("/")) return false;
  return posix.join(posix.dirname(link), target).startsWith(`${directory}/`);
}

/** Paths that do not exist yet, and whose parents are real directories, not links to elsewhere. */
async function withoutStrangers(to: string, paths: readonly string[]): Promise<string[]> {
  const real = new Map<string, Promise<boolean>>([[".", Promise.resolve(true)]]);
  const isReal = (directory: string): Promise<boolean> => {
    const known = real.get(directory);
    if (known) return known;
    const answer = isReal(posix.dirname(directory)).then(async (isParentReal) => {
      if (!isParentReal) return false;
      const stats = await statsOf(to, directory);
      return stats === null || stats.isDirectory();
    });
    real.set(directory, answer);
    return answer;
  };
  const free: string[] = [];
  for (const path of paths) {
    if (!(await isReal(posix.dirname(path)))) continue;
    if ((await statsOf(to, path)) === null) free.push(path);
  }
  return free;
}

/** Takes whole entries, so that no directory is copied in part. */
function within(wanted: readonly Named[]): { fitting: Named[]; leftOut: string[] } {
  const fitting: Named[] = [];
  const leftOut: string[] = [];
  let [bytes, files] = [0, 0];
  for (const each of wanted) {
    const size = each.items.reduce((sum, item) => sum + item.size, 0);
    if (bytes + size > MOST_BYTES || files + each.items.length > MOST_FILES) {
      leftOut.push(each.name);
      continue;
    }
    bytes += size;
    files += each.items.length;
    fitting.push(each);
  }
  return { fitting, leftOut };
}

interface Places {
  from: string;
  to: string;
  canClone: boolean;
}

/** Clones the first file, to find out whether the file system can. That one is then done. */
async function tryClone({ from, to }: Copy, wanted: readonly Named[]): Promise<boolean> {
  const first = wanted.flatMap(({ items }) => items).find(({ target }) => target === null);
  if (!first) return false;
  try {
    return await copyItem({ from, to, canClone: true }, first);
  } catch {
    // Whatever the attempt has left would be taken for the copy.
    await rm(bytesOf(to, first.path), { force: true });
    return false;
  }
}

/** False if the file may not be read. */
async function copyItem({ from, to, canClone }: Places, item: Item): Promise<boolean> {
  const { path, target } = item;
  const destination = bytesOf(to, path);
  try {
    await mkdir(bytesOf(to, posix.dirname(path)), { recursive: true });
    if (target !== null) {
      await symlink(Buffer.from(target, "latin1"), destination);
      return true;
    }
    const clone = canClone ? constants.COPYFILE_FICLONE_FORCE : 0;
    await copyFile(bytesOf(from, path), destination, constants.COPYFILE_EXCL | clone);
    return true;
  } catch (error) {
    const code = codeOf(error);
    // Removed in the meantime, or copied by the first attempt.
    if (code === "ENOENT" || code === "EEXIST") return true;
    if (code === "EACCES" || code === "EPERM") return false;
    throw error;
  }
}

async function statsOf(top: string, path: string): Promise<Stats | null> {
  try {
    return await lstat(bytesOf(top, path));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error))) return null;
    throw error;
  }
}

async function namesIn(top: string, path: string): Promise<string[]> {
  try {
    const names = await readdir(bytesOf(top, path), { encoding: "buffer" });
    return names.map((name) => name.toString("latin1"));
  } catch (error) {
    if (["ENOENT", "EACCES"].includes(codeOf(error))) return [];
    throw error;
  }
}

async function targetOf(top: string, path: string): Promise<string | null> {
  try {
    return (await readlink(bytesOf(top, path), { encoding: "buffer" })).toString("latin1");
  } catch {
    return null;
  }
}

/** A path on the disk: our own directory is text, but paths inside it can be any bytes. */
function bytesOf(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, "latin1")]);
}

function shown(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
