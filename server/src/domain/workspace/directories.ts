import { constants } from "node:fs";
import { access, open, readdir, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { Directory } from "@malamar/contract/directory.ts";
import { expandHome } from "#lib/expand-home.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { beginsLike, branchIn, typedPath, type TypedPath } from "./typed-path.ts";

interface Deps {
  disk: PatientDisk;
  /** How workspaces describe such a directory. */
  warningOf: (path: string) => Promise<string | null>;
}

type Names = Pick<Directory, "names" | "is_cut">;
type Facts = Pick<Directory, "exists" | "is_directory" | "is_writable" | "git">;

/** More than anyone reads; for others, people type another letter. */
const MOST_NAMES = 50;

/**
 * A directory file of this size has some hundred thousand entries, which can only be read all at
 * once. File systems that report no such size are left to the patience of the disk.
 */
const MOST_BYTES = 8 * 1024 * 1024;

/** HEAD, and a worktree's replacement for it, are one short line. */
const LONGEST_LINE = 4096;

const NO_NAMES: Names = { names: [], is_cut: false };
const NOTHING: Facts = { exists: false, is_directory: false, is_writable: false, git: null };

/** What a typed path is, and how to complete it. What cannot be read counts as missing. */
export function createDirectories({ disk, warningOf }: Deps) {
  return async (typed: string): Promise<Directory> => {
    const path = expandHome(typed);
    const begun = typedPath(typed === "~" ? `${path}/` : path);
    const facts = await disk(() => factsOf(path).catch(() => NOTHING), NOTHING);
    const found = await disk(() => namesIn(begun).catch(() => NO_NAMES), NO_NAMES);
    return { path, ...facts, warning: await warningOf(path), ...found };
  };
}

export type Directories = ReturnType<typeof createDirectories>;

async function factsOf(path: string): Promise<Facts> {
  const is_directory = (await stat(path)).isDirectory();
  if (!is_directory) return { ...NOTHING, exists: true };
  const is_writable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { exists: true, is_directory, is_writable, git: await gitIn(path) };
}

async function gitIn(path: string): Promise<Directory["git"]> {
  const dotGit = join(path, ".git");
  const found = await stat(dotGit).catch(() => null);
  if (!found) return null;
  const dir = found.isDirectory() ? dotGit : await gitDirOf(path, dotGit);
  const head = dir === null ? null : await shortLine(join(dir, "HEAD"));
  return head === null ? null : { branch: branchIn(head) };
}

/** A worktree has a file that says where its part of the repository is. */
async function gitDirOf(path: string, dotGit: string): Promise<string | null> {
  const place = /^gitdir: (.+)$/.exec((await shortLine(dotGit)) ?? "")?.[1];
  if (place === undefined) return null;
  return isAbsolute(place) ? place : join(path, place);
}

/** The first line of a plain file. Opening a pipe would wait forever. */
async function shortLine(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!file) return null;
  try {
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_LINE), 0, LONGEST_LINE, 0);
    return buffer.toString("utf8", 0, bytesRead).split("\n")[0] ?? null;
  } finally {
    await file.close();
  }
}

async function namesIn({ parent, beginning }: TypedPath): Promise<Names> {
  const { size } = await stat(parent);
  if (size > MOST_BYTES) return { names: [], is_cut: true };
  const entries = await readdir(parent, { withFileTypes: true });
  const matching = entries
    .filter((entry) => beginsLike(entry.name, beginning))
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const names: string[] = [];
  for (const entry of matching) {
    if (names.length === MOST_NAMES) return { names, is_cut: true };
    if (entry.isDirectory() || (await leadsToDirectory(join(parent, entry.name)))) {
      names.push(entry.name);
    }
  }
  return { names, is_cut: false };
}

async function leadsToDirectory(link: string): Promise<boolean> {
  return (await stat(link).catch(() => null))?.isDirectory() ?? false;
}
