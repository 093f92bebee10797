import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import { createFolds } from "./folds.ts";
import { estimatedHeight, isAtEnd, staysAtEnd, type Scrolled } from "#lib/follow.logic.ts";

/** The scroll state kept between renders. */
function createPlace(isFollowing: boolean) {
  return {
    isFollowing,
    lastTop: 0,
    /** A fold was opened, which may have moved the end out of view. */
    isUnsure: false,
    /** Chunks that were measured while empty. */
    empty: new Set<number>(),
  };
}

type ChunksOptions = {
  /** The number of items in all chunks. */
  length: number;
  /** The number of items per chunk. */
  size: number;
  isLoaded: (index: number) => boolean;
  /** The chunk to start at. Null starts at the end. */
  beginAt?: number | null;
};

/**
 * Events or rows in chunks. Only visible chunks are rendered and measured. The view follows the end
 * until the user scrolls up, and then keeps the visible part in place.
 */
export function useChunks({ length, size, isLoaded, beginAt = null }: ChunksOptions) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [place] = useState(() => createPlace(beginAt === null));
  // A user who opens a fold wants to read it where it is.
  const [folds] = useState(() =>
    createFolds(() => {
      place.isUnsure = place.isFollowing;
      place.isFollowing = false;
    }),
  );
  /** The number of items when the user left the end. Null while it is followed. */
  const [leftAt, setLeftAt] = useState<number | null>(beginAt === null ? null : length);

  const follow = (isFollowing: boolean) => {
    place.isFollowing = isFollowing;
    setLeftAt((before) => (isFollowing ? null : (before ?? length)));
  };

  // oxlint-disable-next-line react/incompatible-library -- its results are read again in every render
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
    // What grows inside the visible part, such as an opened fold, grows downwards.
    return hasJustCome ? item.start < top : item.end <= top;
  };

  // After every render: each may have changed the height above the end.
  useLayoutEffect(() => {
    if (element === null) return;
    if (place.isFollowing) element.scrollTop = element.scrollHeight;
    if (!place.isUnsure) return;
    place.isUnsure = false;
    follow(isAtEnd(scrolled(element)));
  });

  // Only the first value counts. After that the user decides.
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
      // The button disappears, so the log takes the focus.
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
