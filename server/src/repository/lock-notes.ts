import { readdirSync, readFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isBranchName } from "@malamar/contract/repository.ts";
import { z } from "zod";
import { GitError } from "#git/git-error.ts";
import { newId } from "#lib/id.ts";
import type { Logger } from "#lib/logger.ts";
import type { PatientDisk } from "#lib/patient-disk.ts";
import { preparePrivateDirectory } from "#lib/private-directory.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { processesIn } from "#processes/working-in.ts";
import { checkoutOf } from "./names.ts";
import { isThere } from "./worktree-links.ts";

interface Deps {
  dataDir: string;
  disk: PatientDisk;
  logger: Logger;
}

/** Git takes it for a moment whenever it deletes a ref. */
export const PACKED_REFS = "packed-refs";

const Note = z.object({ repository: z.string(), names: z.array(z.string()).readonly() });

/**
 * Locks that no row leads to: of a branch that a person has named, and of what everyone's refs share.
 * While our git may hold one, a note says so; a killed git leaves the lock, which then is known to be
 * ours. Locks that are older than their note are someone else's.
 */
export function createLockNotes({ dataDir, disk, logger }: Deps) {
  const notes = join(dataDir, "locks");

  async function removeLocks(note: string): Promise<void> {
    const { mtimeMs } = await stat(note);
    const { repository, names } = Note.parse(JSON.parse(readFileSync(note, "utf8")));
    for (const name of names.filter(isOurs)) {
      const lock = join(repository, `${name}.lock`);
      const found = await stat(lock).catch(() => null);
      if (found === null || found.mtimeMs < mtimeMs) continue;
      // The next start asks again.
      if (await isGitAtWork(repository)) return;
      await rm(lock, { force: true });
    }
    await rm(note, { force: true });
  }

  async function attempt(note: string): Promise<void> {
    try {
      await removeLocks(note);
    } catch (error) {
      logger.warn("Locks that a killed git left cannot be removed", { note, error });
    }
  }

  return {
    /** Names are below the directory that the repository's worktrees share. */
    async during<Result>(
      repository: string,
      names: readonly string[],
      work: () => Promise<Result>,
    ): Promise<Result> {
      const problem = preparePrivateDirectory(notes);
      if (problem) throw new GitError({ kind: "refused" }, `${notes} ${problem}`);
      const note = join(notes, `${newId()}.json`);
      writePrivateFile(note, JSON.stringify({ repository, names } satisfies z.infer<typeof Note>));
      try {
        return await work();
      } catch (error) {
        if (wasKilled(error)) await attempt(note);
        throw error;
      } finally {
        await rm(note, { force: true });
      }
    },

    /** What the previous process left. */
    async recover(): Promise<void> {
      if (!isThere(notes)) return;
      for (const name of readdirSync(notes)) {
        await disk(() => attempt(join(notes, name)), undefined);
      }
    },
  };
}

export type LockNotes = ReturnType<typeof createLockNotes>;

/** Any other end removes its locks. */
function wasKilled(error: unknown): boolean {
  if (!(error instanceof GitError)) return false;
  return error.reason.kind === "killed" || error.reason.kind === "timed_out";
}

function isOurs(name: string): boolean {
  const branch = /^refs\/heads\/(.+)$/.exec(name)?.[1];
  return name === PACKED_REFS || (branch !== undefined && isBranchName(branch));
}

async function isGitAtWork(repository: string): Promise<boolean> {
  const found = await processesIn(checkoutOf(repository));
  return found.some(({ name }) => name.startsWith("git"));
}
