import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { recordsOf } from "./git-output.ts";
import type { Git, GitCommand } from "./git.ts";
import { pathList, type RawPath } from "./raw-path.ts";

/** Folders with these names are removed eventually, should a kill leave them. */
export const ATTRIBUTES_PREFIX = "malamar-attributes-";

type Asked = Omit<GitCommand, "args" | "onOutput">;

/** Attributes, such as `-diff`, as a tree defines them. */
interface TreeAttributes {
  /** For a command that should see those attributes and no file of any checkout. */
  inside: Asked;
  /** For each path, whether the attribute is set or unset; paths without either are left out. */
  find: (attribute: string, paths: readonly RawPath[]) => Promise<Map<RawPath, boolean>>;
}

interface Wanted {
  at: string;
  tree: string;
  /** The paths to look up. */
  paths: readonly RawPath[];
}

/**
 * Git reads attributes from the disk and from an index. Here it gets an empty directory, and an
 * index that contains only the tree's .gitattributes files.
 */
export async function withTreeAttributes<Result>(
  git: Git,
  { at, tree, paths }: Wanted,
  work: (attributes: TreeAttributes) => Promise<Result>,
): Promise<Result> {
  const where = await git.run({ at, args: ["rev-parse", "--absolute-git-dir"], effort: "read" });
  const folder = mkdtempSync(join(realpathSync(git.tempDir), ATTRIBUTES_PREFIX));
  const files = join(folder, "files");
  const env = {
    GIT_DIR: where.replace(/\n$/, ""),
    GIT_WORK_TREE: files,
    GIT_INDEX_FILE: join(folder, "index"),
  };
  const inside: Asked = { at: files, effort: "read", mayFetch: true, env };
  try {
    mkdirSync(files);
    const entries = await attributeFiles(git, { ...inside, tree, paths });
    if (entries.length > 0) {
      const args = ["update-index", "--add", "-z", "--index-info"] as const;
      await git.run({ ...inside, args, stdin: pathList(entries) });
    }
    return await work({
      inside,
      find: async (attribute, of) =>
        entries.length === 0 ? new Map() : readAttribute(git, inside, attribute, of),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In the format of an index. */
async function attributeFiles(
  git: Git,
  { tree, paths, ...inside }: Asked & Pick<Wanted, "tree" | "paths">,
): Promise<string[]> {
  const candidates = [...directoriesOf(paths)]
    .map((directory) => `${directory}.gitattributes`)
    // Git reads these line by line.
    .filter((path) => !path.includes("\n"));
  const said = await git.run({
    ...inside,
    args: ["cat-file", "-z", "--batch-check=%(objectname) %(objecttype)"],
    stdin: pathList(candidates.map((path) => `${tree}:${path}`)),
  });
  const answers = said.split("\n");
  return candidates.flatMap((path, at) => {
    const id = /^([0-9a-f]+) blob$/.exec(answers[at] ?? "")?.[1];
    return id === undefined ? [] : [`100644 ${id}\t${path}`];
  });
}

/** Every directory that contains one of the paths, with a trailing slash; the top is empty. */
function directoriesOf(paths: readonly RawPath[]): ReadonlySet<RawPath> {
  const directories = new Set<RawPath>([""]);
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const directory = path.slice(0, end + 1);
      if (directories.has(directory)) break;
      directories.add(directory);
    }
  }
  return directories;
}

async function readAttribute(
  git: Git,
  inside: Asked,
  attribute: string,
  paths: readonly RawPath[],
): Promise<Map<RawPath, boolean>> {
  const records = await recordsOf(git, {
    ...inside,
    args: ["check-attr", "--cached", "-z", "--stdin", attribute],
    stdin: pathList(paths),
  });
  const found = new Map<RawPath, boolean>();
  for (let at = 0; at + 2 < records.length; at += 3) {
    const [path = "", , value = ""] = records.slice(at, at + 3);
    if (value === "set" || value === "true") found.set(path, true);
    if (value === "unset" || value === "false") found.set(path, false);
  }
  return found;
}
