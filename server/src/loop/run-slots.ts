/**
 * How many runs there may be at once, across all workspaces; 0 is no limit. First come, first
 * served.
 */
export function createRunSlots(limit: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  let isClosed = false;

  const isFree = () => !isClosed && (limit === 0 || taken < limit);

  return {
    /** While it is closed nobody gets a slot; active runs keep theirs. */
    isClosed: () => isClosed,

    close(): void {
      isClosed = true;
    },

    open(): void {
      isClosed = false;
      while (waiting.length > 0 && isFree()) {
        taken += 1;
        waiting.shift()!();
      }
    },

    /** Waits for a free slot; false when the signal came first. A slot must be given back. */
    async take(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false;
      if (isFree()) {
        taken += 1;
        return true;
      }
      return new Promise((resolve) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(onTurn), 1);
          resolve(false);
        };
        const onTurn = () => {
          signal.removeEventListener("abort", onAbort);
          resolve(true);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(onTurn);
      });
    },

    /** The slot goes to whoever has waited longest. */
    giveBack(): void {
      const next = isClosed ? undefined : waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}

export type RunSlots = ReturnType<typeof createRunSlots>;
