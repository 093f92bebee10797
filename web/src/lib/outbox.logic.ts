import { isFlag, isText, oneOf, orNull, shape, type Checked } from "./shape.logic.ts";

/** A text being sent, or one that failed to send. */
export const isOutgoingText = shape({
  key: isText,
  content: isText,
  sent_at: isText,
  /** The newest entry known when it was sent. If the text arrived, it comes after that entry. */
  after: orNull(isText),
  state: oneOf("sending", "failed"),
  /** Why it failed. */
  reason: isText,
  /** There was no response, so it may have arrived. */
  may_have_arrived: isFlag,
});
export type OutgoingText = Checked<typeof isOutgoingText>;

/** An entry on the server, as far as it matters here. */
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

/** Restores a text from storage: the page that sent it is gone and never got the response. */
export function restored(item: OutgoingText): OutgoingText {
  if (item.state === "failed") return item;
  return failedToSend(item, {
    reason: "The page was closed before Malamar had answered.",
    mayHaveArrived: true,
  });
}

/**
 * The texts that the server's list already has, since the list may be refetched before the response
 * to the send. Each entry on the server accounts for one text.
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
  // Sent before the list had loaded: an old entry with the same words does not count.
  return (
    item.after !== null || Date.parse(created_at) > Date.parse(item.sent_at) - CLOCK_TOLERANCE_MS
  );
}

/** A failed text goes back into the box, in front of what was typed since. */
export function backInBox(content: string, draft: string): string {
  return draft.trim() === "" ? content : `${content}\n\n${draft}`;
}
