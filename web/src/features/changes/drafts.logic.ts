import type { ChangedFile, ReviewComment } from "@malamar/contract/changes.ts";
import { sidesOf, type Patch, type Side } from "#components/diff/patch.logic.ts";
import { currentRange, type LineDraft } from "#lib/line-drafts.logic.ts";
import type { PlacedDraft } from "./items.logic.ts";

/** The file on one side, by its content. */
export function sideBlob(file: ChangedFile, side: Side): string | null {
  return side === "old" ? file.old_blob_id : file.new_blob_id;
}

/** What is known of a file. */
type Known = { patch: Patch | null; newLines: readonly string[] | null };

/** Whether a draft was written about another content, so that its line has to be looked for. */
export function isMoved(draft: LineDraft, file: ChangedFile): boolean {
  return draft.blob_id === null || draft.blob_id !== sideBlob(file, draft.side);
}

/** Where the drafts of a file belong now. */
export function placeDrafts(
  drafts: readonly LineDraft[],
  file: ChangedFile,
  { patch, newLines }: Known,
): PlacedDraft[] {
  const isWhole = newLines !== null || file.status === "added" || file.status === "deleted";
  const sides = patch !== null && isWhole ? sidesOf(patch, newLines) : null;
  return drafts.map((draft) => {
    const own = { line: draft.line, end_line: draft.end_line };
    if (sideBlob(file, draft.side) === null) return { draft, range: null };
    if (!isMoved(draft, file)) return { draft, range: own };
    // As long as the text is not there, nobody knows better.
    return { draft, range: sides === null ? own : currentRange(draft, sides[draft.side]) };
  });
}

/** A review as it is sent. A comment whose lines are gone goes into its text, with their place. */
export function reviewOf(
  placed: readonly PlacedDraft[],
  text: string,
): { comments: ReviewComment[]; text: string } {
  const comments: ReviewComment[] = [];
  const outdated: string[] = [];
  for (const { draft, range } of placed) {
    if (range === null) {
      outdated.push(`On what was line ${draft.line} of \`${draft.path}\`:\n\n${draft.text}`);
      continue;
    }
    const { path, side } = draft;
    const isRange = range.end_line > range.line;
    comments.push({
      path,
      side,
      line: range.line,
      ...(isRange && { end_line: range.end_line }),
      text: draft.text,
    });
  }
  return { comments, text: [text.trim(), ...outdated].filter(Boolean).join("\n\n") };
}
