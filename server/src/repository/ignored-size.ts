import { join } from "node:path";
import type { Git } from "#git/git.ts";
import { listIgnored } from "#git/list-ignored.ts";
import { lookAt, readablePath } from "#git/raw-path.ts";
import { BLOCK_BYTES, directorySize } from "#lib/directory-size.ts";

/** The disk space of the files that git ignores in a checkout, in bytes. */
export async function ignoredSize(git: Git, at: string, signal: AbortSignal): Promise<number> {
  let sum = 0;
  for (const path of await listIgnored(git, at, signal)) {
    sum += path.endsWith("/")
      ? ((await directorySize(join(at, readablePath(path)), () => !signal.aborted)) ?? 0)
      : (lookAt(at, path)?.blocks ?? 0) * BLOCK_BYTES;
  }
  return sum;
}
