import { stat } from "node:fs/promises";
import { GitError } from "#git/git-error.ts";
import { AppError } from "#lib/app-error.ts";
import { checkoutOf } from "./names.ts";
import { RepositoryProblem } from "./repository-problem.ts";

/**
 * Asks a repository for something on behalf of a person. If it fails, that is for them to fix and
 * not our bug: it may be gone, belong to someone else, or have lost its objects.
 */
export async function askRepository<Result>(
  repository: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  await requireRepository(repository);
  try {
    return await ask();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    const refusal = new AppError("CONFLICT", `${checkoutOf(repository)}: ${error.message}`);
    refusal.cause = error;
    throw refusal;
  }
}

/** Refusals by git, by the file system, or by us. */
export function isTrouble(error: unknown): error is Error {
  if (error instanceof GitError || error instanceof RepositoryProblem) return true;
  return error instanceof Error && "syscall" in error;
}

async function requireRepository(repository: string): Promise<void> {
  const found = await stat(repository).catch(() => null);
  if (found?.isDirectory()) return;
  throw new AppError(
    "CONFLICT",
    `The repository ${checkoutOf(repository)} is gone. Put it back in its place to see and restore what is stored in it.`,
  );
}
