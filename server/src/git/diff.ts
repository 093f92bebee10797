import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { ChangeCount } from "@malamar/contract/checkpoint.ts";
import type { Git } from "./git.ts";

/** Two states, by the ids of commits or trees. */
interface Compared {
  at: string;
  from: string;
  to: string;
}

export function listChanges(
  _git: Git,
  _compared: Compared & { most: number },
): Promise<ChangeCount & { changed: ChangedFile[]; isTruncated: boolean }> {
  throw new Error("Not there yet");
}

export function countChanges(_git: Git, _compared: Compared): Promise<ChangeCount> {
  throw new Error("Not there yet");
}

interface WantedPatch extends Compared {
  path: string;
  oldPath: string | null;
  context: number;
  ignoreWhitespace: boolean;
  mostBytes: number;
}

export function patchOf(
  _git: Git,
  _wanted: WantedPatch,
): Promise<{ patch: string; isCut: boolean }> {
  throw new Error("Not there yet");
}

interface WantedBlob {
  at: string;
  commit: string;
  path: string;
  mostBytes: number;
}

/** null if there is no such file. */
export function blobOf(
  _git: Git,
  _wanted: WantedBlob,
): Promise<{ bytes: Uint8Array; id: string; isTooLarge: boolean } | null> {
  throw new Error("Not there yet");
}
