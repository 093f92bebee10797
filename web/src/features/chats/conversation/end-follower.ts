import { staysAtEnd } from "#lib/follow.logic.ts";

/**
 * Goes on with the end of what scrolls until somebody scrolls up. It knows the elements, so that
 * nothing has to be drawn again when they move.
 */
export function createEndFollower() {
  let element: HTMLElement | null = null;
  let content: HTMLElement | null = null;
  let isFollowing = true;
  let lastTop = 0;
  /** How much was below the top of what is in sight, when something is about to come above it. */
  let keptBelow: number | null = null;
  const listeners = new Set<() => void>();
  // Whatever makes it higher: a message, a transcript, a window that is resized.
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

    /** For when what was pressed goes away: on among what scrolls. */
    focus: () => {
      element?.focus({ preventScroll: true });
    },

    /** What is in sight stays where it is when something comes above it. */
    keepPlace: () => {
      if (element === null) return;
      follow(false);
      keptBelow = element.scrollHeight - element.scrollTop;
    },
  };
}

export type EndFollower = ReturnType<typeof createEndFollower>;
