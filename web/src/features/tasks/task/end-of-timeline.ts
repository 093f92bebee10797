import { useState } from "react";
import { staysAtEnd } from "#lib/follow.logic.ts";

/**
 * Keeps the end of the timeline in view until the user scrolls up. A task opens at its top. It
 * works on the elements directly, so that scrolling causes no render.
 */
export function useEndOfTimeline() {
  const [end] = useState(createEnd);
  return end;
}

function createEnd() {
  let content: HTMLElement | null = null;
  let isFollowing = false;
  let lastTop = 0;
  const scroller = () => content?.parentElement ?? null;
  const observer = new ResizeObserver(() => {
    if (isFollowing) goToEnd();
  });

  function goToEnd() {
    const element = scroller();
    if (element !== null) element.scrollTop = element.scrollHeight;
  }

  return {
    /** The scrolling element is an ancestor. */
    watch: (next: HTMLElement | null) => {
      observer.disconnect();
      content = next;
      if (next !== null) observer.observe(next);
    },

    onScroll: () => {
      const element = scroller();
      if (element === null) return;
      const { scrollTop: top, scrollHeight, clientHeight } = element;
      isFollowing = staysAtEnd(isFollowing, lastTop, {
        top,
        below: scrollHeight - top - clientHeight,
      });
      lastTop = top;
    },

    jump: () => {
      isFollowing = true;
      goToEnd();
    },
  };
}
