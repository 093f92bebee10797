export interface OutputPiece {
  from: "stdout" | "stderr";
  bytes: Uint8Array;
}

/**
 * What a process writes, in the order in which it comes and no faster than it is taken: of each stream
 * one piece waits here, the rest waits in the pipe, and the process with it.
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
   * A pipe that cannot be read has ended as well. One that ends says nothing about the other, which may
   * still be full: whoever waits is only woken by the last.
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

    /** Everybody who could write has closed the pipes, and all was taken. */
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

    /** Lets go whoever waits for the next piece, because something else has happened. */
    nudge: () => wake(),

    /** What is written from now on is nobody's business. */
    async cancel(): Promise<void> {
      await Promise.all(readers.map((reader) => reader.cancel()));
    },
  };
}
