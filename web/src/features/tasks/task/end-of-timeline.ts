import { useState } from "react";
import { staysAtEnd } from "#lib/follow.logic.ts";

/**
 * Whoever reads the end of the timeline sees what is added to it, until they scroll up. A task opens at
 * its top. It knows the elements, so that nothing has to be drawn again when they move.
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
    /** What scrolls is around it. */
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
