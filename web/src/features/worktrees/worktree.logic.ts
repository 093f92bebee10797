import type { LeftOut } from "@malamar/contract/checkpoint.ts";
import type { Worktree, Worktrees, WorktreeState } from "@malamar/contract/worktree.ts";
import { clockTime, counted, fileSize } from "#lib/format.ts";

export const STATE_WORDS: Readonly<Record<WorktreeState, string>> = {
  creating: "Creating…",
  ready: "Ready",
  missing: "Missing",
  removing: "Removing…",
  removed: "Removed",
};

/** The server counts free space in these. */
const BYTES_IN_MB = 1024 * 1024;

/** "3 worktrees, 1.2 GB in total, 48 checkpoints, 45 GB free". */
export function totalWords({ worktrees, total_bytes, checkpoints, free_mb }: Worktrees): string {
  return [
    counted(worktrees.length, "worktree"),
    `${fileSize(total_bytes)} in total`,
    counted(checkpoints, "checkpoint"),
    ...(free_mb === null ? [] : [`${fileSize(free_mb * BYTES_IN_MB)} free`]),
  ].join(", ");
}

type Removable = Pick<Worktree, "state" | "removable_at" | "problem">;

/** When it goes. Null as long as its task is open, and while something keeps it. */
export function removalWords(worktree: Removable, now: Date, locale?: string): string | null {
  const { state, removable_at: at, problem } = worktree;
  if (at === null || problem !== null || state === "removing") return null;
  if (Date.parse(at) <= now.getTime()) return "Will be removed soon";
  return `Will be removed ${clockTime(at, now, locale)}`;
}

/** Why it is still there, or cannot be used. */
export function problemWords({ problem, removable_at }: Removable): string | null {
  if (problem === null) return null;
  return removable_at === null ? problem : `Kept: ${problem}`;
}

/** Its task is open, so it can still be used. */
function isInUse({ removable_at }: Pick<Worktree, "removable_at">): boolean {
  return removable_at === null;
}

/** Why nobody can remove it now, or null. */
export function whyNotRemovable(worktree: Removable): string | null {
  if (worktree.state === "removing") return "It is being removed";
  return isInUse(worktree) ? "Its task is open: move it to Done first" : null;
}

/** "19 Dec" on the reader's calendar, or forever. */
export function keptUntilWords(expiresAt: string | null, locale?: string): string {
  if (expiresAt === null) return "Kept forever";
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
  return `Kept until ${day.format(new Date(expiresAt))}`;
}

/** The folder that a person knows: worktrees share the `.git` in it. */
export function checkoutOf(repository: string): string {
  return repository.replace(/\/\.git$/, "");
}

/** Why no checkpoint contains it. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOut["reason"], string>> = {
  too_large: "too large",
  nested_repository: "nested repository",
  submodule_changes: "submodule with changes",
};
