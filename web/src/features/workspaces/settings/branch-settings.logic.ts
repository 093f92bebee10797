import type { RepositoryFacts } from "@malamar/contract/repository.ts";

/** What an empty base branch means there, now. */
export function baseHint(repository: RepositoryFacts | undefined): string {
  const empty = "Tasks branch off here. Empty: whatever is checked out when a task starts";
  if (repository === undefined || repository.problem !== null) return `${empty}.`;
  return repository.branch === null
    ? `${empty}, currently no branch.`
    : `${empty}, currently ${repository.branch}.`;
}

/** What branches are called, by example. */
export function prefixHint(prefix: string): string {
  return `Branches are named like ${prefix.trim()}fix-login-1a2b3c4d.`;
}

/** Which ignored files a worktree gets. */
export function copyHint(worktreeInclude: readonly string[] | null): string {
  if (worktreeInclude === null) {
    return "Files that Git ignores and every worktree needs, one pattern per line, as in .gitignore.";
  }
  if (worktreeInclude.length === 0) {
    return "Not used: the repository has a .worktreeinclude, which is empty.";
  }
  return `Not used: the repository's .worktreeinclude names ${worktreeInclude.join(", ")}.`;
}
