/** Decides which ignored files a worktree gets, by patterns as in .gitignore. */
export interface CopyPatterns {
  /** Whether the patterns match the file or directory, or one of its parents. */
  match(path: string, isDirectory: boolean): boolean;
  /** Whether the patterns may match something inside a directory that they do not match itself. */
  reachInto(directory: string): boolean;
}

interface Pattern {
  segments: readonly Segment[];
  isNegated: boolean;
  isForDirectories: boolean;
  /** The pattern contains a slash before its end; a bare name matches everywhere. */
  isAnchored: boolean;
}

/** One part of a path, or any number of them. */
type Segment = RegExp | "**";

/** Lines as in .gitignore: the last match decides. Paths are latin1, one character per byte. */
export function readPatterns(lines: readonly string[]): CopyPatterns {
  const patterns = lines.flatMap((line) => readPattern(line) ?? []);

  function isNamed(parts: readonly string[], isDirectory: boolean): boolean {
    const decisive = patterns.findLast(
      ({ segments, isForDirectories }) =>
        (isDirectory || !isForDirectories) && isMatch(segments, parts),
    );
    return decisive !== undefined && !decisive.isNegated;
  }

  return {
    match(path, isDirectory) {
      const parts = path.split("/");
      return parts.some((_, at) => {
        const isWhole = at === parts.length - 1;
        return isNamed(parts.slice(0, at + 1), isDirectory || !isWhole);
      });
    },

    reachInto: (directory) =>
      patterns.some(
        ({ segments, isAnchored, isNegated }) =>
          isAnchored && !isNegated && canReach(segments, directory.split("/")),
      ),
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
  // Git compares bytes.
  const parts = Buffer.from(name.replace(/^\//, ""), "utf8").toString("latin1").split("/");
  const segments = parts.map((part) => (part === "**" ? part : segmentOf(part)));
  return {
    segments: isAnchored ? segments : ["**", ...segments],
    isNegated,
    isForDirectories,
    isAnchored,
  };
}

function isMatch(segments: readonly Segment[], parts: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  const [part, ...others] = parts;
  if (segment === undefined) return part === undefined;
  // At the end it matches everything inside, so at least one part.
  if (segment === "**" && rest.length === 0) return part !== undefined;
  if (segment === "**")
    return isMatch(rest, parts) || (part !== undefined && isMatch(segments, others));
  return part !== undefined && segment.test(part) && isMatch(rest, others);
}

function canReach(segments: readonly Segment[], parts: readonly string[]): boolean {
  const [segment, ...rest] = segments;
  const [part, ...others] = parts;
  if (segment === undefined) return false;
  if (part === undefined || segment === "**") return true;
  return segment.test(part) && canReach(rest, others);
}

/** Matches one part of a path: `*`, `?`, `[a-z]` and `\` work as in a shell. */
function segmentOf(part: string): RegExp {
  const source = part.replaceAll(
    /\\(.)|\[(!|\^)?(\]?[^\]]*)\]|[*?]|[^\\*?[]+|[\\[]/gs,
    (token, escaped?: string, negation?: string, members?: string) => {
      if (escaped !== undefined) return RegExp.escape(escaped);
      if (members !== undefined) return classOf(members, negation !== undefined);
      if (token === "*") return "[^]*";
      return token === "?" ? "[^]" : RegExp.escape(token);
    },
  );
  return new RegExp(`^${source}$`);
}

function classOf(members: string, isNegated: boolean): string {
  const escaped = members.replaceAll(/[\\\]^[]/g, String.raw`\$&`);
  return `[${isNegated ? "^" : ""}${escaped}]`;
}
