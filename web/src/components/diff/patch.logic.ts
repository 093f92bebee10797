export type LineKind = "context" | "added" | "removed";

export type Side = "old" | "new";

export type PatchLine = {
  kind: LineKind;
  /** Its number before. Null for an added line. */
  old: number | null;
  /** Its number after. Null for a removed line. */
  new: number | null;
  text: string;
  /** It ends with CR LF, not LF alone. */
  hasReturn: boolean;
  /** The last line of a file that does not end with a line end. */
  isUnended: boolean;
};

export type Hunk = {
  /** The first line on each side. One more than the line before it if the side has none. */
  oldStart: number;
  newStart: number;
  /** The lines after the last one on each side. */
  oldEnd: number;
  newEnd: number;
  /** The function or section that git names. */
  heading: string;
  lines: readonly PatchLine[];
};

export type Patch = { hunks: readonly Hunk[]; isBinary: boolean };

/** "@@ -1,2 +3,4 @@ heading", and "@@@ -1,2 -1,3 +1,4 @@@" of a merge. */
const HUNK = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @@+(?: (.*))?$/;

const BINARY = /^(?:Binary files .* differ|GIT binary patch)$/;

/**
 * Reads what git prints about one file. Two parts follow each other if a file became a link. Only
 * what a hunk counts as its lines belongs to it: a removed line may look like a header.
 */
export function parsePatch(text: string): Patch {
  const source = text.split("\n");
  const hunks: Hunk[] = [];
  let isBinary = false;
  let at = 0;
  while (at < source.length) {
    const line = source[at++]!;
    const range = HUNK.exec(line);
    if (range === null) {
      isBinary ||= BINARY.test(line);
      continue;
    }
    const { hunk, next } = readHunk(range, source, at);
    hunks.push(hunk);
    at = next;
  }
  return { hunks, isBinary };
}

function readHunk(range: RegExpExecArray, source: readonly string[], from: number) {
  const [, ats = "", olds = "", newFirst = "", newCount, heading = ""] = range;
  const signs = ats.length - 1;
  const [oldFirst, oldLines] = rangeOf(olds.trim().split(" ")[0]!.slice(1).split(","));
  const [newStart, newLines] = rangeOf([newFirst, newCount]);
  const lines: PatchLine[] = [];
  let old = oldFirst;
  let now = newStart;
  let at = from;
  // A merge does not say how many lines are in neither of the counted sides, so its end is found.
  const isOver = (line: string) =>
    old >= oldFirst + oldLines && now >= newStart + newLines && !isRest(line, signs);
  while (at < source.length && !isOver(source[at]!)) {
    const line = source[at]!;
    if (line.startsWith("\\")) {
      markUnended(lines);
      at++;
      continue;
    }
    // Nothing but the end of a patch that was cut off is empty: even an empty line has its sign.
    if (line === "" && at === source.length - 1) break;
    at++;
    const marks = line.slice(0, signs);
    const isRemoved = marks.includes("-");
    const isAdded = !isRemoved && marks.includes("+");
    const hasOld = marks[0] !== "+" && !(isRemoved && marks[0] !== "-");
    const hasReturn = line.endsWith("\r");
    lines.push({
      kind: isRemoved ? "removed" : isAdded ? "added" : "context",
      old: hasOld && !isAdded ? old : null,
      new: isRemoved ? null : now,
      text: line.slice(signs, hasReturn ? -1 : undefined),
      hasReturn,
      isUnended: false,
    });
    if (hasOld) old++;
    if (!isRemoved) now++;
  }
  if (source[at]?.startsWith("\\")) {
    markUnended(lines);
    at++;
  }
  const hunk = { oldStart: oldFirst, newStart, oldEnd: old, newEnd: now, heading, lines };
  return { hunk, next: at };
}

/** The first line, and how many there are. A side without lines names the line before them. */
function rangeOf([first, count = "1"]: readonly (string | undefined)[]): [number, number] {
  const lines = Number(count);
  return [Number(first) + (lines === 0 ? 1 : 0), lines];
}

/** A line that another parent of a merge had. */
function isRest(line: string, signs: number): boolean {
  const marks = line.slice(0, signs);
  return signs > 1 && marks.length === signs && /^[ -]*-[ -]*$/.test(marks);
}

function markUnended(lines: PatchLine[]) {
  const last = lines.at(-1);
  if (last !== undefined) lines[lines.length - 1] = { ...last, isUnended: true };
}

/** All lines of a patch. */
export function linesOf({ hunks }: Patch): PatchLine[] {
  return hunks.flatMap(({ lines }) => lines);
}

/** The lines of a whole file, without their line ends. */
export function splitLines(text: string): string[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Both sides of a file by line, for its colours. What is not known of it is empty lines. The new
 * text is the whole file, or null.
 */
export function sidesOf(patch: Patch, newLines: readonly string[] | null): Record<Side, string[]> {
  if (newLines === null) return knownSides(patch);
  const before: string[] = [];
  let at = 1;
  for (const { newStart, newEnd, lines } of patch.hunks) {
    before.push(...newLines.slice(at - 1, newStart - 1));
    for (const line of lines) if (line.kind !== "added") before.push(line.text);
    at = newEnd;
  }
  before.push(...newLines.slice(at - 1));
  return { old: before, new: [...newLines] };
}

function knownSides(patch: Patch): Record<Side, string[]> {
  const sides: Record<Side, string[]> = { old: [], new: [] };
  for (const line of linesOf(patch)) {
    if (line.old !== null) put(sides.old, line.old, line.text);
    if (line.new !== null) put(sides.new, line.new, line.text);
  }
  return sides;
}

function put(lines: string[], number: number, text: string) {
  while (lines.length < number - 1) lines.push("");
  lines[number - 1] = text;
}
