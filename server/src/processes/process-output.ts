export interface OutputPiece {
  from: "stdout" | "stderr";
  bytes: Uint8Array;
}

/**
 * What a process writes, in order and no faster than it is taken: one piece of each stream waits
 * here, the rest waits in the pipe, and so does the process.
 */
export function createProcessOutput(
  streams: Record<OutputPiece["from"], ReadableStream<Uint8Array>>,
) {
  const waiting: (OutputPiece & { taken: () => void })[] = [];
  const readers = [streams.stdout.getReader(), streams.stderr.getReader()] as const;
  let open: number = readers.length;
  let wake = () => {};

  async function pump(from: OutputPiece["from"], reader: (typeof readers)[number]): Promise<void> {
    for (;;) {
      const { value: bytes } = await reader.read();
      if (!bytes) return;
      await new Promise<void>((taken) => {
        waiting.push({ from, bytes, taken });
        wake();
      });
    }
  }

  /**
   * A pipe that cannot be read has ended as well. One that ends says nothing about the other, which
   * may still be full: only the last one wakes the reader.
   */
  const close = () => {
    open--;
    if (open === 0) wake();
  };
  pump("stdout", readers[0]).then(close, close);
  pump("stderr", readers[1]).then(close, close);

  return {
    take(): OutputPiece | undefined {
      const piece = waiting.shift();
      piece?.taken();
      return piece;
    },

    /** Every writer has closed the pipes, and everything was taken. */
    hasEnded: (): boolean => open === 0 && waiting.length === 0,

    /**
     * Waits until there is something to take (true), or until it has ended, is nudged, or the limit
     * has passed.
     */
    async next(limitMs?: number): Promise<boolean> {
      if (waiting.length > 0) return true;
      await new Promise<void>((resolve) => {
        const timer = limitMs === undefined ? undefined : setTimeout(resolve, limitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      return waiting.length > 0;
    },

    /** Releases whoever waits for the next piece, because something else has happened. */
    nudge: () => wake(),

    /** Anything written from now on is ignored. */
    async cancel(): Promise<void> {
      await Promise.all(readers.map((reader) => reader.cancel()));
    },
  };
}
