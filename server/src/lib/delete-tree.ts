import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Deletes a directory with everything in it, and nothing that its links lead to. Some programs make
 * their directories read-only: those are opened first.
 */
export async function deleteTree(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await openAll(directory);
    await rm(directory, { recursive: true, force: true });
  }
}

async function openAll(directory: string): Promise<void> {
  const found = await lstat(directory).catch(() => null);
  if (!found?.isDirectory()) return;
  await chmod(directory, 0o700);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) await openAll(join(directory, entry.name));
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^E(ACCES|PERM)$/.test(String(error.code));
}
