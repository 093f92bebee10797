import type { ChangedFile } from "@malamar/contract/changes.ts";
import { fileSize } from "#lib/format.ts";

/** Nobody reads that many changed lines of one file without wanting to. */
const MOST_OPEN_LINES = 5_000;

/** More of one file than a page can show. */
const MOST_LINES = 20_000;
const MOST_BYTES = 1024 * 1024;

const SUBMODULE = "160000";

export type FileKind = "text" | "picture" | "binary" | "submodule";

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

export function fileKind({ path, old_path, old_mode, new_mode, is_binary }: ChangedFile): FileKind {
  if (old_mode === SUBMODULE || new_mode === SUBMODULE) return "submodule";
  if (PICTURE.test(path) && (old_path === null || PICTURE.test(old_path))) return "picture";
  return is_binary ? "binary" : "text";
}

const contentKeys = new WeakMap<ChangedFile, string>();

/**
 * Its content in this state. A file with another one is a different thing to look at. Kept, because
 * thousands of files are asked for it whenever something comes.
 */
export function contentKey(file: ChangedFile): string {
  let key = contentKeys.get(file);
  if (key === undefined) {
    const { path, old_path, old_blob_id, new_blob_id } = file;
    key = [path, old_path ?? "", old_blob_id ?? "", new_blob_id ?? ""].join("\0");
    contentKeys.set(file, key);
  }
  return key;
}

export function changedLines({ additions, deletions }: ChangedFile): number {
  return (additions ?? 0) + (deletions ?? 0);
}

/** Its patch is not even asked for. */
export function isTooLarge(file: ChangedFile): boolean {
  if (fileKind(file) !== "text") return false;
  if (changedLines(file) > MOST_LINES) return true;
  // Of any other file, the patch is smaller than the file, and how much so is not known.
  if (file.status === "added") return (file.new_size ?? 0) > MOST_BYTES;
  return file.status === "deleted" && (file.old_size ?? 0) > MOST_BYTES;
}

/** Whether a patch is more than a page can show. */
export function isPatchTooLarge(patch: string): boolean {
  if (patch.length > MOST_BYTES) return true;
  let lines = 0;
  for (let at = patch.indexOf("\n"); at !== -1; at = patch.indexOf("\n", at + 1)) lines++;
  return lines > MOST_LINES;
}

/** Why a file is folded at first. Null: it is open. */
export function foldedBecause(file: ChangedFile): string | null {
  if (file.is_viewed) return "Viewed";
  if (file.is_generated) return "Generated";
  if (file.status === "deleted") return "Deleted";
  if (changedLines(file) > MOST_OPEN_LINES) return "Large";
  return null;
}

/** The state of a file for "viewed". What a person views of a deleted file is what it was. */
export function viewedBlob({ new_blob_id, old_blob_id }: ChangedFile): string | null {
  return new_blob_id ?? old_blob_id;
}

type FileMark = { letter: string; word: string };

const MARKS: Readonly<Record<ChangedFile["status"], FileMark>> = {
  added: { letter: "A", word: "Added" },
  modified: { letter: "M", word: "Modified" },
  deleted: { letter: "D", word: "Deleted" },
  renamed: { letter: "R", word: "Renamed" },
  copied: { letter: "C", word: "Copied" },
  type_changed: { letter: "T", word: "Type changed" },
};

export function fileMark({ status }: ChangedFile): FileMark {
  return MARKS[status];
}

const MODE_WORDS: Readonly<Record<string, string>> = {
  "100644": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "submodule",
};

const modeWord = (mode: string) => MODE_WORDS[mode] ?? mode;

/** "90 % alike", "file → executable": what is not in the lines of a file. */
export function fileFacts(file: ChangedFile): string[] {
  const { similarity, old_mode, new_mode } = file;
  const facts: string[] = [];
  if (similarity !== null) facts.push(`${similarity} % alike`);
  if (old_mode !== null && new_mode !== null && old_mode !== new_mode) {
    facts.push(`${modeWord(old_mode)} → ${modeWord(new_mode)}`);
  } else if (old_mode === null && new_mode !== null && new_mode !== "100644") {
    facts.push(modeWord(new_mode));
  }
  return facts;
}

/** "12.0 KB → 14.0 KB": how a file without lines changed. */
function sizeWords({ old_size, new_size }: ChangedFile): string {
  const sizes = [old_size, new_size].flatMap((size) => (size === null ? [] : [fileSize(size)]));
  return sizes.join(" → ");
}

const shortId = (id: string | null) => (id === null ? "none" : id.slice(0, 7));

/** What a file without lines to show says instead. */
export function wordsFor(file: ChangedFile, { ignoresSpace }: { ignoresSpace: boolean }): string {
  const { status, old_blob_id, new_blob_id, old_mode, new_mode } = file;
  const kind = fileKind(file);
  switch (kind) {
    case "submodule":
      return `Submodule: commit ${shortId(old_blob_id)} → ${shortId(new_blob_id)}`;
    case "picture":
    case "binary":
      return `Binary file, ${sizeWords(file)}`;
    case "text":
      if (status === "renamed" || status === "copied") {
        if (old_blob_id === new_blob_id) {
          return status === "renamed" ? "Moved without a change" : "Copied without a change";
        }
      }
      if (old_blob_id === new_blob_id && old_mode !== new_mode) return "Only its mode changed";
      if (ignoresSpace) return "Only white space changed";
      return "An empty file";
    default:
      return kind satisfies never;
  }
}

/** A folder and a name, apart: if there is little room, the name stays. */
export function pathParts(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, at), name: path.slice(at) };
}
