import type { Directory } from "@malamar/contract/directory.ts";

/**
 * The typed path with this name as its last part. The trailing slash lists the directory's contents
 * next.
 */
export function completed(typed: string, name: string): string {
  if (typed === "~") return `~/${name}/`;
  return `${typed.slice(0, typed.lastIndexOf("/") + 1)}${name}/`;
}

/** Names that would change the path. A list of the one that is typed already only covers the form. */
export function offered(typed: string, names: readonly string[]): readonly string[] {
  const isThere = names.length === 1 && typed.endsWith(`/${names[0]}`);
  return isThere ? [] : names;
}

/** The name of a path's last folder, as a default title. */
export function folderName(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1)?.replace(/^~$/, "") ?? "";
}

export type DirectoryFact = { tone: "good" | "warning" | "plain"; text: string };

/** What the user should know about a directory before a team works in it. */
export function factsOf(directory: Directory): DirectoryFact[] {
  const { is_directory, is_writable, git, warning } = directory;
  if (!is_directory) return warning === null ? [] : [{ tone: "warning", text: warning }];
  return [
    ...(git === null ? [] : [{ tone: "good", text: gitText(git.branch) } as const]),
    ...(git === null && warning === null
      ? [{ tone: "good", text: "Folder found, not a Git repository" } as const]
      : []),
    ...(is_writable ? [] : [{ tone: "warning", text: "You can't write to this folder." } as const]),
    ...(warning === null ? [] : [{ tone: "warning", text: warning } as const]),
  ];
}

function gitText(branch: string | null): string {
  return branch === null ? "Git repository, no branch checked out" : `Git repository on ${branch}`;
}
