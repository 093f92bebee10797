import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import { createFolds } from "./folds.ts";
import { estimatedHeight, isAtEnd, staysAtEnd, type Scrolled } from "#lib/follow.logic.ts";
import { CHUNK_SIZE } from "./rows.logic.ts";
import type { TranscriptLog } from "./transcript-log.ts";

/** What is known between two renders. */
function createPlace() {
  return {
    isFollowing: true,
    lastTop: 0,
    /** Something was unfolded: that may have moved the end out of sight, or not. */
    isUnsure: false,
    /** Chunks that were measured while they were empty. */
    empty: new Set<number>(),
  };
}

/**
 * The events in chunks, of which those in sight are drawn and measured. Goes on with the end until
 * somebody scrolls up; what is in sight then stays where it is.
 */
export function useChunks(log: TranscriptLog, lastSeq: number) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [place] = useState(createPlace);
  // Who unfolds something wants to read it where it is.
  const [folds] = useState(() =>
    createFolds(() => {
      place.isUnsure = place.isFollowing;
      place.isFollowing = false;
    }),
  );
  /** The last event when the end was left; null while it is followed. */
  const [leftAt, setLeftAt] = useState<number | null>(null);

  const follow = (isFollowing: boolean) => {
    place.isFollowing = isFollowing;
    setLeftAt((before) => (isFollowing ? null : (before ?? lastSeq)));
  };

  // oxlint-disable-next-line react/incompatible-library -- its answers are read anew in every render
  const virtualizer = useVirtualizer({
    count: Math.ceil(lastSeq / CHUNK_SIZE),
    getScrollElement: () => element,
    estimateSize: (index) =>
      estimatedHeight(Math.min(CHUNK_SIZE, lastSeq - index * CHUNK_SIZE), lastSeq),
    overscan: 1,
    paddingStart: 8,
    paddingEnd: 8,
    initialOffset: () => estimatedHeight(lastSeq, lastSeq),
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset }) => {
    const top = scrollOffset ?? 0;
    const isLoaded = log.events.slot(item.index * CHUNK_SIZE + 1) !== undefined;
    const hasJustCome = isLoaded && place.empty.delete(item.index);
    if (!isLoaded) place.empty.add(item.index);
    if (place.isFollowing) return false;
    // What grows where somebody reads, such as a row that is unfolded, grows downwards.
    return hasJustCome ? item.start < top : item.end <= top;
  };

  // After every render: each may have changed what is above the end.
  useLayoutEffect(() => {
    if (element === null) return;
    if (place.isFollowing) element.scrollTop = element.scrollHeight;
    if (!place.isUnsure) return;
    place.isUnsure = false;
    follow(isAtEnd(scrolled(element)));
  });

  return {
    setElement,
    virtualizer,
    folds,
    isFollowing: leftAt === null,
    unseen: leftAt === null ? 0 : lastSeq - leftAt,

    onScroll: () => {
      if (element === null) return;
      const now = scrolled(element);
      follow(staysAtEnd(place.isFollowing, place.lastTop, now));
      place.lastTop = now.top;
    },

    jumpToEnd: () => {
      follow(true);
      virtualizer.scrollToEnd();
      // Its button goes away; whoever pressed it goes on in the log.
      element?.focus({ preventScroll: true });
    },

    jumpToStart: () => {
      follow(false);
      virtualizer.scrollToOffset(0);
    },
  };
}

function scrolled({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Scrolled {
  return { top: scrollTop, below: scrollHeight - scrollTop - clientHeight };
}
