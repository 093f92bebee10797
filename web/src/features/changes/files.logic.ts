import type { ChangedFile } from "@malamar/contract/changes.ts";
import type { Patch } from "#components/diff/patch.logic.ts";
import { fileSize } from "#lib/format.ts";

/** Nobody reads that many changed lines of one file without wanting to. */
const MOST_OPEN_LINES = 5_000;

/** More of one file than a page can show. */
const MOST_LINES = 20_000;
const MOST_BYTES = 1024 * 1024;

/** A larger text is neither coloured, nor unfolded line by line, nor searched for a line. */
const MOST_TEXT_BYTES = 1024 * 1024;

/** Nobody writes lines like that. */
const MOST_CHARACTERS = 5_000;

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

/** Whether there are lines to ask for. */
export function hasPatch(file: ChangedFile): boolean {
  return fileKind(file) === "text" && !isTooLarge(file) && !isSameContent(file);
}

/** Whether there is more of a file than its patch. That is the whole text of a new or deleted one. */
export function hasMoreText({ status, new_blob_id, new_size }: ChangedFile): boolean {
  return status !== "added" && new_blob_id !== null && (new_size ?? 0) <= MOST_TEXT_BYTES;
}

export function hasLongLines({ hunks }: Patch): boolean {
  return hunks.some(({ lines }) => lines.some(({ text }) => text.length > MOST_CHARACTERS));
}

/** It was renamed, copied or given another mode, and nothing else. */
export function isSameContent({ old_blob_id, new_blob_id }: ChangedFile): boolean {
  return old_blob_id === new_blob_id;
}

/** Why a file is folded at first. Null: it is open. */
export function foldedBecause(file: ChangedFile, isLongLined: boolean): string | null {
  if (file.is_viewed) return "Viewed";
  if (file.is_generated) return "Generated";
  if (file.status === "deleted") return "Deleted";
  if (changedLines(file) > MOST_OPEN_LINES) return "Large";
  if (isLongLined) return "Very long lines";
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

/** "file → executable", "executable" of a new file. Nothing where that is as usual. */
function modeFacts({ old_mode, new_mode }: ChangedFile): string[] {
  if (new_mode === null || new_mode === (old_mode ?? "100644")) return [];
  return [old_mode === null ? modeWord(new_mode) : `${modeWord(old_mode)} → ${modeWord(new_mode)}`];
}

/** "90% similar", "file → executable": what is not in the lines of a file. */
export function fileFacts(file: ChangedFile): string[] {
  const { similarity } = file;
  return [...(similarity === null ? [] : [`${similarity}% similar`]), ...modeFacts(file)];
}

/**
 * Where a file was before, and its facts, for a list without room for them in its header. Null if
 * there are none, or if the file has nothing else to say.
 */
export function noteOf(file: ChangedFile): string | null {
  const { old_path } = file;
  if (isSameContent(file)) return null;
  const from = old_path === null ? [] : [`${fileMark(file).word} from ${old_path}`];
  return [...from, ...fileFacts(file)].join(" · ") || null;
}

/** "12.0 KB → 14.0 KB": how a file without lines changed. */
function sizeWords({ old_size, new_size }: ChangedFile): string {
  const sizes = [old_size, new_size].flatMap((size) => (size === null ? [] : [fileSize(size)]));
  return sizes.join(" → ");
}

const shortId = (id: string | null) => (id === null ? "none" : id.slice(0, 7));

/** What a file without lines to show says instead. */
export function wordsFor(file: ChangedFile, { ignoresSpace }: { ignoresSpace: boolean }): string {
  const { old_blob_id, new_blob_id } = file;
  const kind = fileKind(file);
  switch (kind) {
    case "submodule":
      return `Submodule: commit ${shortId(old_blob_id)} → ${shortId(new_blob_id)}`;
    case "picture":
    case "binary":
      return `Binary file, ${sizeWords(file)}`;
    case "text":
      if (isSameContent(file)) return sameContentWords(file);
      if (ignoresSpace) return "Only white space changed";
      return "An empty file";
    default:
      return kind satisfies never;
  }
}

function sameContentWords(file: ChangedFile): string {
  const { status, old_path } = file;
  const mode = modeFacts(file);
  if (old_path === null) return `Mode changed: ${mode.join("")}`;
  const did = status === "copied" ? "Copied" : "Moved";
  return [`${did} from ${old_path} without changes`, ...mode].join(" · ");
}

/** A folder and a name, apart: if there is little room, the name stays. */
export function pathParts(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf("/") + 1;
  return { folder: path.slice(0, at), name: path.slice(at) };
}
