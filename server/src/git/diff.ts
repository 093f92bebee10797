import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import { GitError } from "./git-error.ts";
import { firstBytes, recordsOf } from "./git-output.ts";
import type { Git, GitCommand } from "./git.ts";
import { isLockFile } from "./lock-files.ts";
import { isNoId, requireId } from "./object-id.ts";
import { changesOf, SUBMODULE_MODE, type RawChange } from "./raw-changes.ts";
import { rawPath, readablePath, type RawPath } from "./raw-path.ts";
import { withTreeAttributes } from "./tree-attributes.ts";

/** Two states, as ids of commits or trees. */
interface Compared {
  at: string;
  from: string;
  to: string;
}

/** Compares trees only, finds renames, and runs no program of the repository. */
const DIFF_TREE = [
  "diff-tree",
  "-r",
  "-M",
  "-l1000",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=none",
] as const;

/** A partial clone may lack what others have changed. */
const READ = { effort: "read", mayFetch: true } as const;

/** No such file, which git takes for an empty index: nobody's index decides what is shown. */
const NO_INDEX = { GIT_INDEX_FILE: "/malamar-reads-no-index" };

/** Both ends, in a form that git cannot read as an option or a revision. */
function ends({ from, to }: Compared): [string, string] {
  return [requireId(from), requireId(to)];
}

/** What differs, ordered by path, with line counts. */
export async function listChanges(
  git: Git,
  compared: Compared & { most: number },
): Promise<ChangeCount & { changed: ChangedFile[]; isTruncated: boolean }> {
  const { at, to, most } = compared;
  const args = [...DIFF_TREE, "--raw", "-z", ...ends(compared)] as const;
  const all = await changesOf(git, { ...READ, at, args, env: NO_INDEX });
  const listed = all.slice(0, most);
  const paths = all.map(({ path }) => path);
  return withTreeAttributes(git, { at, tree: to, paths }, async ({ inside, find }) => {
    const [sizes, lines, generated] = await Promise.all([
      sizesOf(git, at, listed),
      linesOf(git, inside, compared),
      find("linguist-generated", paths.slice(0, most)),
    ]);
    const counted = [...lines.values()];
    return {
      changed: listed.map((change) => changedFile(change, { sizes, lines, generated })),
      files: all.length,
      additions: sum(counted.map(({ additions }) => additions)),
      deletions: sum(counted.map(({ deletions }) => deletions)),
      isTruncated: all.length > most,
    };
  });
}

interface Figures {
  /** By the id of the file's content. */
  sizes: ReadonlyMap<string, number>;
  lines: ReadonlyMap<RawPath, Lines>;
  generated: ReadonlyMap<RawPath, boolean>;
}

/** Null for a binary file. */
interface Lines {
  additions: number | null;
  deletions: number | null;
}

function changedFile(change: RawChange, { sizes, lines, generated }: Figures): ChangedFile {
  const { path, oldPath, status, similarity } = change;
  const [oldId, newId] = [blobIdOf(change.oldId), blobIdOf(change.newId)];
  const counted = lines.get(path);
  return {
    path: readablePath(path),
    old_path: oldPath === null ? null : readablePath(oldPath),
    status: STATUS[status] ?? "modified",
    similarity,
    old_mode: oldId === null ? null : change.oldMode,
    new_mode: newId === null ? null : change.newMode,
    old_blob_id: oldId,
    new_blob_id: newId,
    old_size: sizes.get(oldId ?? "") ?? null,
    new_size: sizes.get(newId ?? "") ?? null,
    additions: counted?.additions ?? null,
    deletions: counted?.deletions ?? null,
    is_binary: counted?.additions === null,
    is_generated: generated.get(path) ?? isLockFile(path),
    is_viewed: false,
  };
}

const STATUS: Readonly<Record<string, ChangedFile["status"]>> = {
  A: "added",
  C: "copied",
  D: "deleted",
  M: "modified",
  R: "renamed",
  T: "type_changed",
};

function blobIdOf(id: string): string | null {
  return isNoId(id) ? null : id;
}

function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}

async function sizesOf(
  git: Git,
  at: string,
  changes: readonly RawChange[],
): Promise<Map<string, number>> {
  const ids = new Set(
    changes.flatMap(({ oldMode, oldId, newMode, newId }) => [
      ...(oldMode === SUBMODULE_MODE || isNoId(oldId) ? [] : [oldId]),
      ...(newMode === SUBMODULE_MODE || isNoId(newId) ? [] : [newId]),
    ]),
  );
  const said = await git.run({
    ...READ,
    at,
    args: ["cat-file", "--batch-check=%(objectname) %(objectsize)"],
    stdin: [...ids].map((id) => `${id}\n`).join(""),
  });
  return new Map(
    said.split("\n").flatMap((line): [string, number][] => {
      const [, id, size] = /^([0-9a-f]+) (\d+)$/.exec(line) ?? [];
      return id === undefined ? [] : [[id, Number(size)]];
    }),
  );
}

/** Empty if there are too many to count in time. */
async function linesOf(
  git: Git,
  inside: Omit<GitCommand, "args" | "onOutput">,
  compared: Compared,
): Promise<Map<RawPath, Lines>> {
  const args = [...DIFF_TREE, "--numstat", "-z", ...ends(compared)] as const;
  try {
    return readNumbers(await recordsOf(git, { ...inside, args }));
  } catch (error) {
    if (error instanceof GitError && error.reason.kind === "timed_out") return new Map();
    throw error;
  }
}

/** From `<added>\t<deleted>\t<path>`; for a rename, both paths come in records of their own. */
function readNumbers(records: readonly string[]): Map<RawPath, Lines> {
  const lines = new Map<RawPath, Lines>();
  for (let at = 0; at < records.length; at++) {
    const [, added = "", deleted = "", path = ""] =
      /^([^\t]*)\t([^\t]*)\t(.*)$/s.exec(records[at] ?? "") ?? [];
    if (path === "") at += 2;
    const isBinary = added === "-";
    lines.set(path === "" ? (records[at] ?? "") : path, {
      additions: isBinary ? null : Number(added),
      deletions: isBinary ? null : Number(deleted),
    });
  }
  return lines;
}

/** The totals only. */
export async function countChanges(git: Git, compared: Compared): Promise<ChangeCount> {
  const said = await git.run({
    ...READ,
    at: compared.at,
    args: [...DIFF_TREE, "--shortstat", ...ends(compared)],
    env: NO_INDEX,
  });
  const count = (what: RegExp) => Number(what.exec(said)?.[1] ?? 0);
  return {
    files: count(/(\d+) files? changed/),
    additions: count(/(\d+) insertions?/),
    deletions: count(/(\d+) deletions?/),
  };
}

interface WantedPatch extends Compared {
  path: string;
  oldPath: string | null;
  /** Unchanged lines around each change. */
  context: number;
  ignoreWhitespace: boolean;
  mostBytes: number;
}

/** The patch of one file, as git prints it; empty if it does not differ. */
export async function patchOf(
  git: Git,
  wanted: WantedPatch,
): Promise<{ patch: string; isCut: boolean }> {
  const { at, to, path, oldPath, context, ignoreWhitespace, mostBytes } = wanted;
  const paths = [...new Set([oldPath ?? path, path])];
  return withTreeAttributes(
    git,
    { at, tree: to, paths: paths.map(rawPath) },
    async ({ inside }) => {
      const args = [
        ...DIFF_TREE,
        "--patch",
        "--full-index",
        "--src-prefix=a/",
        "--dst-prefix=b/",
        "--submodule=short",
        `--unified=${context}`,
        ...(ignoreWhitespace ? ["--ignore-all-space"] : []),
        ...ends(wanted),
        "--",
        ...paths,
      ] as const;
      const command = {
        ...inside,
        args,
        settings: [["diff.suppressBlankEmpty", "false"]] as const,
      };
      const { bytes, isCut } = await firstBytes(git, command, mostBytes);
      const text = wholeLines(bytes, isCut).toString();
      return { patch: onlyOf(text, oldPath ?? path, path), isCut };
    },
  );
}

function wholeLines(bytes: Buffer, isCut: boolean): Buffer {
  return isCut ? bytes.subarray(0, bytes.lastIndexOf("\n") + 1) : bytes;
}

/**
 * Leaves out the files of a directory that has, or had, the same name. Only the first line of a
 * file's patch begins with this word.
 */
function onlyOf(patch: string, oldPath: string, path: string): string {
  const files = `\n${patch}`.split("\ndiff --git ").slice(1);
  // Git quotes such names.
  if (files.length < 2 || NEEDS_QUOTES.test(oldPath + path)) return patch;
  const names = `a/${oldPath} b/${path}\n`;
  const wanted = files.filter((file) => file.startsWith(names));
  return wanted.map((file) => `diff --git ${file.replace(/\n?$/, "\n")}`).join("");
}

const NEEDS_QUOTES = /["\\\p{Cc}]/u;

interface WantedBlob {
  at: string;
  /** A tree works, too. */
  commit: string;
  path: string;
  mostBytes: number;
}

/** The content of a file in a commit; null if there is no such file. */
export async function blobOf(
  git: Git,
  { at, commit, path, mostBytes }: WantedBlob,
): Promise<{ bytes: Uint8Array; id: string; isTooLarge: boolean } | null> {
  if (path.split("/").some((name) => ["", ".", ".."].includes(name))) return null;
  const read = { ...READ, at };
  const tree = requireId(commit);
  const args = ["ls-tree", "-l", "-z", "--full-tree", tree, "--", path] as const;
  const [entry = ""] = await recordsOf(git, { ...read, args });
  const [, id, size] = /^\d+ blob ([0-9a-f]+) +(\d+)\t/.exec(entry) ?? [];
  if (id === undefined || entry.slice(entry.indexOf("\t") + 1) !== rawPath(path)) return null;
  if (Number(size) > mostBytes) return { bytes: new Uint8Array(), id, isTooLarge: true };
  const { bytes } = await firstBytes(git, { ...read, args: ["cat-file", "blob", id] }, mostBytes);
  return { bytes, id, isTooLarge: false };
}
