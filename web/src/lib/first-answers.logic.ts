import { eventPosition } from "./event-position.logic.ts";

/**
 * What is read while no stream of events is open yet may be old before the stream begins, and nobody
 * would tell. Every answer names the last event before it was made, and the stream the one that it
 * begins behind: whether something was missed is a matter of comparing, and mostly nothing was.
 */
export function createFirstAnswers() {
  /** The lowest number of an answer, by the life of the server that gave it. */
  const lowest = new Map<string, number>();
  let hasBegun = false;
  let check = () => {};

  function note(eventId: string | null) {
    const { boot, seq } = eventPosition(eventId);
    lowest.set(boot, Math.min(seq, lowest.get(boot) ?? Infinity));
    check();
  }

  return {
    /** To be told, once there is an answer to what is asked for now, which event it names. */
    ask: (): ((eventId: string | null) => void) => (hasBegun ? () => {} : note),

    /** The stream begins behind this event; what is older is told of once, also if it is still on its way. */
    begin: (eventId: string | null, onMissed: () => void) => {
      if (hasBegun) return;
      hasBegun = true;
      const begun = eventPosition(eventId);
      check = () => {
        const isMissed = [...lowest].some(([boot, seq]) => boot !== begun.boot || seq < begun.seq);
        if (!isMissed) return;
        check = () => {};
        onMissed();
      };
      check();
    },

    /** Another tab's stream was heard from the start. */
    skip: () => {
      hasBegun = true;
    },

    /** The stream is left: a later one begins anew. */
    startOver: () => {
      lowest.clear();
      hasBegun = false;
      check = () => {};
    },
  };
}
