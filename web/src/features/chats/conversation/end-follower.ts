import { staysAtEnd } from "#lib/follow.logic.ts";

/**
 * Keeps the end of a scrolling element in view until the user scrolls up. It works on the elements
 * directly, so that scrolling causes no render.
 */
export function createEndFollower() {
  let element: HTMLElement | null = null;
  let content: HTMLElement | null = null;
  let isFollowing = true;
  let lastTop = 0;
  /** The height below the top of the visible part, remembered while content is added above. */
  let keptBelow: number | null = null;
  const listeners = new Set<() => void>();
  // Whatever changes the height: a message, a transcript, a resized window.
  const observer = new ResizeObserver(() => {
    if (keptBelow !== null) restorePlace();
    else if (isFollowing) goToEnd();
  });

  function goToEnd() {
    if (element !== null) element.scrollTop = element.scrollHeight;
  }

  function restorePlace() {
    if (element !== null && keptBelow !== null)
      element.scrollTop = element.scrollHeight - keptBelow;
    keptBelow = null;
  }

  function follow(follows: boolean) {
    if (follows === isFollowing) return;
    isFollowing = follows;
    for (const listener of listeners) listener();
  }

  function observe() {
    observer.disconnect();
    if (element !== null) observer.observe(element);
    if (content !== null) observer.observe(content);
  }

  return {
    isFollowing: () => isFollowing,

    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    setElement: (next: HTMLElement | null) => {
      element = next;
      observe();
    },

    setContent: (next: HTMLElement | null) => {
      content = next;
      observe();
    },

    onScroll: () => {
      if (element === null) return;
      const { scrollTop: top, scrollHeight, clientHeight } = element;
      follow(staysAtEnd(isFollowing, lastTop, { top, below: scrollHeight - top - clientHeight }));
      lastTop = top;
    },

    jumpToEnd: () => {
      follow(true);
      goToEnd();
    },

    /** Focuses the scrolling element after the focused control disappeared. */
    focus: () => {
      element?.focus({ preventScroll: true });
    },

    /** Keeps the visible part in place when content is added above. */
    keepPlace: () => {
      if (element === null) return;
      follow(false);
      keptBelow = element.scrollHeight - element.scrollTop;
    },
  };
}

export type EndFollower = ReturnType<typeof createEndFollower>;
