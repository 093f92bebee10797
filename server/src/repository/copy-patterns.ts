import { ANY_NUMBER, matches, nameGlob, type Glob } from "./glob.ts";

/** Which ignored files a worktree gets too, by patterns as in .gitignore. */
export interface CopyPatterns {
  /** Whether the patterns match the file or directory, or one of its parents. */
  match(path: string, isDirectory: boolean): boolean;
  /** Whether the patterns may match something inside a directory that they do not match itself. */
  reachInto(directory: string): boolean;
  /** Lines that are not used: too long, or behind too many others. */
  unused: number;
}

/** More than people write: someone else's repository could have any number. */
export const MOST_LINES = 500;
export const LONGEST_LINE = 1000;

interface Pattern {
  /** Of the parts of a path between slashes. */
  parts: Glob<string>;
  isNegated: boolean;
  isForDirectories: boolean;
  /** The pattern contains a slash before its end; a bare name matches everywhere. */
  isAnchored: boolean;
}

/** Lines as in .gitignore: the last one that matches decides. Paths are bytes (latin1). */
export function readPatterns(lines: readonly string[]): CopyPatterns {
  const used = lines.slice(0, MOST_LINES).filter(({ length }) => length <= LONGEST_LINE);
  const patterns = used.flatMap((line) => readPattern(line) ?? []);

  function isNamed(names: readonly string[], isDirectory: boolean): boolean {
    const decisive = patterns.findLast(
      ({ parts, isForDirectories }) => (isDirectory || !isForDirectories) && matches(parts, names),
    );
    return decisive !== undefined && !decisive.isNegated;
  }

  return {
    match(path, isDirectory) {
      const names = path.split("/");
      return names.some((_, at) => {
        const isWhole = at === names.length - 1;
        return isNamed(names.slice(0, at + 1), isDirectory || !isWhole);
      });
    },

    reachInto: (directory) =>
      patterns.some(
        ({ parts, isAnchored, isNegated }) =>
          isAnchored && !isNegated && canReach(parts, directory.split("/")),
      ),

    unused: lines.length - used.length,
  };
}

function readPattern(line: string): Pattern | null {
  const trimmed = line.replace(/\r$/, "").replace(/(?<!\\) +$/, "");
  if (trimmed === "" || trimmed.startsWith("#")) return null;
  const isNegated = trimmed.startsWith("!");
  const text = isNegated ? trimmed.slice(1) : trimmed;
  const isForDirectories = text.endsWith("/");
  const name = isForDirectories ? text.slice(0, -1) : text;
  if (name === "") return null;
  const isAnchored = name.includes("/");
  const parts = partsOf(name.replace(/^\//, ""));
  if (parts === null) return null;
  return {
    parts: isAnchored ? parts : [ANY_NUMBER, ...parts],
    isNegated,
    isForDirectories,
    isAnchored,
  };
}

function partsOf(name: string): Glob<string> | null {
  // Git compares bytes.
  const texts = Buffer.from(name, "utf8").toString("latin1").split("/");
  const globs = texts.map((text) => (text === "**" ? ANY_NUMBER : nameGlob(text)));
  if (globs.includes(null)) return null;
  const parts = globs
    .filter((glob) => glob !== null)
    .map((glob) => (glob === ANY_NUMBER ? glob : (part: string) => matches(glob, part)));
  // At the end it stands for everything inside, so for one part at least.
  return parts.at(-1) === ANY_NUMBER ? [...parts, () => true] : parts;
}

/** Whether the beginning of the glob is what the directory is, and more of it follows. */
function canReach(parts: Glob<string>, names: readonly string[]): boolean {
  for (const [at, part] of parts.entries()) {
    const name = names[at];
    if (name === undefined || part === ANY_NUMBER) return true;
    if (!part(name)) return false;
  }
  return false;
}
