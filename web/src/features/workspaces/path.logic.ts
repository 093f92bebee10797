import type { Directory } from "@malamar/contract/directory.ts";

/** The typed path with this name as its last part. A slash at the end asks for what is in there. */
export function completed(typed: string, name: string): string {
  if (typed === "~") return `~/${name}/`;
  return `${typed.slice(0, typed.lastIndexOf("/") + 1)}${name}/`;
}

/** The name of the folder that a path ends with, as a title for somebody who has not thought of one. */
export function folderName(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1)?.replace(/^~$/, "") ?? "";
}

/** Which option the arrow keys lead to; -1 is the typed text itself. */
export function stepOption(active: number, step: 1 | -1, count: number): number {
  const next = active + step;
  if (next < -1) return count - 1;
  return next >= count ? -1 : next;
}

export type DirectoryFact = { tone: "good" | "warning"; text: string };

/** What to know of a directory before a team works in it. */
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
