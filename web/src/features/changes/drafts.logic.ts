import type { ChangedFile, ReviewComment } from "@malamar/contract/changes.ts";
import { MOST_QUOTED_CHARACTERS, MOST_QUOTED_LINES } from "@malamar/contract/plain/changes.ts";
import { sidesOf, type Side } from "#components/diff/patch.logic.ts";
import { counted } from "#lib/format.ts";
import { currentRange, type LineDraft } from "#lib/line-drafts.logic.ts";
import { hasMoreText, hasPatch } from "./files.logic.ts";
import type { DraftPlace, FileView, PlacedDraft } from "./items.logic.ts";
import { isOnItsWay } from "./near-loader.ts";

/** The file on one side, by its content. */
export function sideBlob(file: ChangedFile, side: Side): string | null {
  return side === "old" ? file.old_blob_id : file.new_blob_id;
}

/** What is known of a file. */
type Known = Pick<FileView, "patch" | "text" | "ignoresSpace"> & {
  /** What drafts are whose lines are not there. */
  lost: "outdated" | "elsewhere";
};

/** Whether a draft was written about another content, so that its line has to be looked for. */
export function isMoved(draft: LineDraft, file: ChangedFile): boolean {
  return draft.blob_id === null || draft.blob_id !== sideBlob(file, draft.side);
}

/** Where the drafts of a file belong now. */
export function placeDrafts(
  drafts: readonly LineDraft[],
  file: ChangedFile,
  known: Known,
): PlacedDraft[] {
  const sides = drafts.some((draft) => isMoved(draft, file)) ? knownSides(file, known) : null;
  return drafts.map((draft) => ({ draft, at: placeOf(draft) }));

  function placeOf(draft: LineDraft): DraftPlace {
    const { side, line, end_line } = draft;
    if (sideBlob(file, side) === null) return known.lost;
    if (!isMoved(draft, file)) return { line, end_line };
    if (sides === "looking") return sides;
    if (sides === null) return known.lost;
    if (!known.ignoresSpace) return currentRange(draft, sides[side]) ?? known.lost;
    // Its old lines are not known to the last space.
    const bare = { ...draft, quote: withoutSpace(draft.quote) };
    return currentRange(bare, sides[side].map(withoutSpace)) ?? known.lost;
  }
}

/** Both sides of a file by line. Null if they cannot be known. */
function knownSides(
  file: ChangedFile,
  { patch, text }: Known,
): Record<Side, string[]> | "looking" | null {
  if (!hasPatch(file)) return null;
  if (isOnItsWay(patch)) return "looking";
  if (patch.phase === "failed" || patch.value.isTooLarge) return null;
  if (file.status === "added" || file.new_blob_id === null) return sidesOf(patch.value.patch, null);
  if (!hasMoreText(file)) return null;
  if (isOnItsWay(text)) return "looking";
  return text.phase === "failed" ? null : sidesOf(patch.value.patch, text.value);
}

function withoutSpace(text: string): string {
  return text.replaceAll(/[^\S\n]+/g, "");
}

/** Drafts that can be sent from here. Those in other changes than these cannot. */
export function sendable(placed: readonly PlacedDraft[]): PlacedDraft[] {
  return placed.filter(({ at }) => at !== "elsewhere");
}

/** A draft as it is sent. If its lines are gone, it says what they were. */
export function commentOf({ draft, at }: PlacedDraft): ReviewComment {
  const { path, side, text, quote } = draft;
  const { line, end_line } = typeof at === "string" ? draft : at;
  return {
    path,
    side,
    line,
    ...(end_line > line && { end_line }),
    text,
    ...(at === "outdated" && { quote: shortQuote(quote) }),
  };
}

function shortQuote(quote: string): string {
  return quote.split("\n", MOST_QUOTED_LINES).join("\n").slice(0, MOST_QUOTED_CHARACTERS);
}

/** "Send 3 comments": on a task that is Done, they are a note. */
export function sendWords({ sent, all, isDone }: { sent: number; all: number; isDone: boolean }) {
  const first = sent < all ? `the first ${sent.toLocaleString()} of ` : "";
  const comments = `${first}${counted(all, "comment")}`;
  return isDone ? `Add ${comments} as a note` : `Send ${comments}`;
}
