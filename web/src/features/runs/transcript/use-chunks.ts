import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import { createFolds } from "./folds.ts";
import { estimatedHeight, isAtEnd, staysAtEnd, type Scrolled } from "#lib/follow.logic.ts";

/** What is known between two renders. */
function createPlace(isFollowing: boolean) {
  return {
    isFollowing,
    lastTop: 0,
    /** Something was unfolded: that may have moved the end out of sight, or not. */
    isUnsure: false,
    /** Chunks that were measured while they were empty. */
    empty: new Set<number>(),
  };
}

type ChunksOptions = {
  /** How many there are in all chunks. */
  length: number;
  /** How many there are in one. */
  size: number;
  isLoaded: (index: number) => boolean;
  /** The chunk to begin with; null for the end. */
  beginAt?: number | null;
};

/**
 * Events, or rows, in chunks, of which those in sight are drawn and measured. Goes on with the end
 * until somebody scrolls up; what is in sight then stays where it is.
 */
export function useChunks({ length, size, isLoaded, beginAt = null }: ChunksOptions) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [place] = useState(() => createPlace(beginAt === null));
  // Who unfolds something wants to read it where it is.
  const [folds] = useState(() =>
    createFolds(() => {
      place.isUnsure = place.isFollowing;
      place.isFollowing = false;
    }),
  );
  /** How many there were when the end was left; null while it is followed. */
  const [leftAt, setLeftAt] = useState<number | null>(beginAt === null ? null : length);

  const follow = (isFollowing: boolean) => {
    place.isFollowing = isFollowing;
    setLeftAt((before) => (isFollowing ? null : (before ?? length)));
  };

  // oxlint-disable-next-line react/incompatible-library -- its answers are read anew in every render
  const virtualizer = useVirtualizer({
    count: Math.ceil(length / size),
    getScrollElement: () => element,
    estimateSize: (index) => estimatedHeight(Math.min(size, length - index * size), length),
    overscan: 1,
    paddingStart: 8,
    paddingEnd: 8,
    initialOffset: () => estimatedHeight(beginAt === null ? length : beginAt * size, length),
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset }) => {
    const top = scrollOffset ?? 0;
    const isHere = isLoaded(item.index);
    const hasJustCome = isHere && place.empty.delete(item.index);
    if (!isHere) place.empty.add(item.index);
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

  // Once: from there on it is where somebody scrolls to.
  const [begin] = useState(beginAt);
  useLayoutEffect(() => {
    if (element !== null && begin !== null) virtualizer.scrollToIndex(begin, { align: "start" });
  }, [element, begin, virtualizer]);

  return {
    element,
    setElement,
    virtualizer,
    folds,
    isFollowing: leftAt === null,
    unseen: leftAt === null ? 0 : length - leftAt,

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

export type Place = ReturnType<typeof useChunks>;

function scrolled({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Scrolled {
  return { top: scrollTop, below: scrollHeight - scrollTop - clientHeight };
}
