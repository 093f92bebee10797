import { eventPosition } from "./event-position.logic.ts";

/**
 * Data read before the event stream is open may be out of date by the time it starts, with no event
 * to say so. Every response names the last event before it, and the stream names the event it
 * starts after. Comparing them shows whether anything was missed, and mostly nothing was.
 */
export function createFirstAnswers() {
  /** The lowest event number of a response, per server process. */
  const lowest = new Map<string, number>();
  let hasBegun = false;
  let check = () => {};

  function note(eventId: string | null) {
    const { boot, seq } = eventPosition(eventId);
    lowest.set(boot, Math.min(seq, lowest.get(boot) ?? Infinity));
    check();
  }

  return {
    /** Call when sending a request. The returned function takes the event id of its response. */
    ask: (): ((eventId: string | null) => void) => (hasBegun ? () => {} : note),

    /**
     * The stream starts after this event. Reports older responses once, including those still in
     * flight.
     */
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

    /** This tab has followed another tab's stream from the start. */
    skip: () => {
      hasBegun = true;
    },

    /** The stream was left. A later one starts from scratch. */
    startOver: () => {
      lowest.clear();
      hasBegun = false;
      check = () => {};
    },
  };
}
