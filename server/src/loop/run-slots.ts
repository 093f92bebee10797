/** How many runs there may be at once, over all workspaces; 0 is no limit. First come, first served. */
export function createRunSlots(limit: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return {
    /** Waits for a free place; false when the signal came first. What was taken must be given back. */
    async take(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false;
      if (limit === 0 || taken < limit) {
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

    /** The place goes to whoever has waited longest. */
    giveBack(): void {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}

export type RunSlots = ReturnType<typeof createRunSlots>;
