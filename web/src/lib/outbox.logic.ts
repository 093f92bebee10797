import { isFlag, isText, oneOf, orNull, shape, type Checked } from "./shape.logic.ts";

/** A text on its way to the server, or one that did not get there. */
export const isOutgoingText = shape({
  key: isText,
  content: isText,
  sent_at: isText,
  /** The newest entry that was known when it was sent: what arrived of it stands behind that one. */
  after: orNull(isText),
  state: oneOf("sending", "failed"),
  /** Why it failed. */
  reason: isText,
  /** Nobody answered, so it may be there all the same. */
  may_have_arrived: isFlag,
});
export type OutgoingText = Checked<typeof isOutgoingText>;

/** What the server shows, as far as it matters here. */
export type ArrivedText = { id: string; isOwn: boolean; content: string; created_at: string };

export function outgoing(
  content: string,
  known: readonly { id: string }[],
  { key, now }: { key: string; now: Date },
): OutgoingText {
  return {
    key,
    content,
    sent_at: now.toISOString(),
    after: known.at(-1)?.id ?? null,
    state: "sending",
    reason: "",
    may_have_arrived: false,
  };
}

export function failedToSend(
  item: OutgoingText,
  failure: { reason: string; mayHaveArrived: boolean },
): OutgoingText {
  const { reason, mayHaveArrived: may_have_arrived } = failure;
  return { ...item, state: "failed", reason, may_have_arrived };
}

/** Found in storage by a new page: whoever sent it is gone and never heard the answer. */
export function restored(item: OutgoingText): OutgoingText {
  if (item.state === "failed") return item;
  return failedToSend(item, {
    reason: "The page was closed before Malamar had answered.",
    mayHaveArrived: true,
  });
}

/**
 * Those that the server shows already: the list may be read again before the answer to the sending is
 * here. Each entry on the server accounts for one of ours.
 */
export function arrivedKeys<Entry extends { id: string }>(
  items: readonly OutgoingText[],
  entries: readonly Entry[],
  read: (entry: Entry) => ArrivedText,
): ReadonlySet<string> {
  const taken = new Set<string>();
  const arrived = new Set<string>();
  for (const item of items) {
    if (item.state === "failed" && !item.may_have_arrived) continue;
    const twin = entries
      .slice(entries.findIndex(({ id }) => id === item.after) + 1)
      .find((entry) => !taken.has(entry.id) && isTwin(item, read(entry)));
    if (twin === undefined) continue;
    taken.add(twin.id);
    arrived.add(item.key);
  }
  return arrived;
}

/** The clocks of browser and server may differ by this much. */
const CLOCK_TOLERANCE_MS = 60_000;

function isTwin(item: OutgoingText, { isOwn, content, created_at }: ArrivedText): boolean {
  if (!isOwn || content !== item.content.toWellFormed()) return false;
  // Sent before the list was known: an old entry of the same words is not this one.
  return (
    item.after !== null || Date.parse(created_at) > Date.parse(item.sent_at) - CLOCK_TOLERANCE_MS
  );
}

/** What failed goes back into the box, in front of what was typed there since. */
export function backInBox(content: string, draft: string): string {
  return draft.trim() === "" ? content : `${content}\n\n${draft}`;
}
