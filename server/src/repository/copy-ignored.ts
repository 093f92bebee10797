import type { Stats } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { posix } from "node:path";
import type { Git } from "#git/git.ts";
import { listIgnored, onlyIgnored } from "#git/list-ignored.ts";
import {
  bytesOf,
  codeOf,
  createCopier,
  createRoom,
  type Copying,
  type Item,
  type Room,
} from "./copy-item.ts";
import { LONGEST_LINE, MOST_LINES, type CopyPatterns } from "./copy-patterns.ts";

/** Enough to keep a disk busy, and well below the limit of open files. */
const AT_ONCE = 32;

interface Copy extends Copying {
  patterns: CopyPatterns;
  signal: AbortSignal;
}

/** Everything that is copied for one file or directory that the patterns match. */
interface Named {
  /** The path as people read it. */
  name: string;
  items: Item[];
}

/**
 * Copies the ignored files that the patterns match, such as .env, into a worktree. Clones where the
 * file system can; never links, because a write would change the person's file. Returns notices.
 */
export async function copyIgnored(git: Git, copy: Copy): Promise<string[]> {
  const { to, patterns, signal } = copy;
  const named = await namedIn(git, copy);
  const paths = named.flatMap(({ items }) => items.map(({ path }) => path));
  const { free, taken } = await placesIn(to, paths);
  const ignored = await onlyIgnored(git, to, [...free, ...taken], signal);
  const ignoredIn = (places: ReadonlySet<string>) =>
    named
      .map(({ name, items }) => ({
        name,
        items: items.filter(({ path }) => places.has(path) && ignored.has(path)),
      }))
      .filter(({ items }) => items.length > 0);
  const wanted = ignoredIn(free);
  // What an earlier try has copied counts as well.
  const room = createRoom(ignoredIn(taken).flatMap(({ items }) => items));
  const copier = createCopier(copy, room);
  const canClone = await copier.tryClone(wanted.flatMap(({ items }) => items));
  const { fitting, leftOut } = canClone ? { fitting: wanted, leftOut: [] } : within(room, wanted);
  const unreadable: string[] = [];
  const items = fitting.flatMap((each) => each.items);
  for (let at = 0; at < items.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const slice = items.slice(at, at + AT_ONCE);
    await Promise.all(
      slice.map(async (item) => {
        const outcome = await (canClone ? copier.cloned(item) : copier.copied(item));
        if (outcome === "unreadable") unreadable.push(shown(item.path));
        if (outcome === "too much") leftOut.push(shown(item.path));
      }),
    );
  }
  return [
    ...notice(
      "Not copied into the worktree, because this file system cannot clone and together they are more than 200 MB or 20,000 files",
      leftOut,
    ),
    ...notice("Not copied into the worktree, because they cannot be read", unreadable),
    ...(patterns.unused === 0
      ? []
      : [
          `Only the first ${MOST_LINES} lines of up to ${LONGEST_LINE} characters say what is copied into the worktree; ${patterns.unused} more are not used`,
        ]),
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
  const breathe = createBreaks(signal);
  for (const entry of await listIgnored(git, from, signal)) {
    await breathe();
    const isDirectory = entry.endsWith("/");
    const path = isDirectory ? entry.slice(0, -1) : entry;
    if (patterns.match(path, isDirectory)) {
      named.push({ name: shown(entry), items: await itemsIn(from, path) });
    } else if (isDirectory && patterns.reachInto(path)) {
      for (const item of await itemsIn(from, path)) {
        await breathe();
        if (patterns.match(item.path, false)) named.push({ name: shown(item.path), items: [item] });
      }
    }
  }
  return named;
}

/** Lets others have a turn now and then. */
function createBreaks(signal: AbortSignal): () => Promise<void> {
  let matched = 0;
  return async () => {
    if (++matched % MATCHED_AT_ONCE !== 0) return;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  };
}

/** Even with as many lines as are used, that takes milliseconds. */
const MATCHED_AT_ONCE = 64;

/** A file, or all files and harmless links of a directory. */
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
        if (target !== null && (await staysIn(from, path, inside, target))) {
          items.push({ path: inside, target, size: 0 });
        }
      }
    }
  }
  return items;
}

/**
 * A link out of the copied directory would still lead to the person's files. What a path means that
 * goes up again, or over another link, cannot be seen in it: such a one is not copied.
 */
async function staysIn(
  from: string,
  directory: string,
  link: string,
  target: string,
): Promise<boolean> {
  const names = target.split("/").filter((name) => name !== "" && name !== ".");
  const down = names.findIndex((name) => name !== "..");
  if (target.startsWith("/") || (down !== -1 && names.includes("..", down))) return false;
  const end = posix.join(posix.dirname(link), target);
  if (!end.startsWith(`${directory}/`)) return false;
  for (let above = posix.dirname(end); above !== directory; above = posix.dirname(above)) {
    if ((await statsOf(from, above))?.isSymbolicLink()) return false;
  }
  return true;
}

interface Places {
  free: ReadonlySet<string>;
  taken: ReadonlySet<string>;
}

/** Which are there already, without those whose directories are links to elsewhere. */
async function placesIn(to: string, paths: readonly string[]): Promise<Places> {
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
  const free = new Set<string>();
  const taken = new Set<string>();
  for (const path of paths) {
    if (!(await isReal(posix.dirname(path)))) continue;
    ((await statsOf(to, path)) === null ? free : taken).add(path);
  }
  return { free, taken };
}

/** Entry by entry, so that no directory is copied in part. */
function within(room: Room, wanted: readonly Named[]): { fitting: Named[]; leftOut: string[] } {
  const fitting = wanted.filter(({ items }) => room.take(items));
  const leftOut = wanted.filter((each) => !fitting.includes(each)).map(({ name }) => name);
  return { fitting, leftOut };
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

function shown(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
