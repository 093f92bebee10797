import { recordsOf } from "./git-output.ts";
import type { Git, GitCommand } from "./git.ts";
import type { RawPath } from "./raw-path.ts";

/** A line of git's raw format. */
export interface RawChange {
  /** All zeros if there is none. */
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
  /** Git's letter, such as M. */
  status: string;
  /** In percent, for renames and copies. */
  similarity: number | null;
  /** For renames and copies. */
  oldPath: RawPath | null;
  path: RawPath;
}

export const SUBMODULE_MODE = "160000";

/** The output of a command with `--raw -z`. */
export async function changesOf(
  git: Git,
  command: Omit<GitCommand, "onOutput">,
): Promise<RawChange[]> {
  const records = await recordsOf(git, command);
  const changes: RawChange[] = [];
  for (let at = 0; at < records.length;) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", how = ""] = (records[at++] ?? "")
      .slice(1)
      .split(" ");
    const status = how[0] ?? "";
    const isPair = status === "R" || status === "C";
    const first = records[at++] ?? "";
    changes.push({
      oldMode,
      newMode,
      oldId,
      newId,
      status,
      similarity: isPair ? Number(how.slice(1)) : null,
      oldPath: isPair ? first : null,
      path: isPair ? (records[at++] ?? "") : first,
    });
  }
  return changes;
}
