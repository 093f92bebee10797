import type { TranscriptEvent } from "./board.ts";

/** How long a run may take from beginning to end in a test. */
const STREAM_MS = 20_000;

/** Reads a run's stream, from after the last seen event, until it ends or is left. */
export async function* readRunStream(
  url: string,
  runId: string,
  lastEventId?: string,
): AsyncGenerator<{ id: string; event: TranscriptEvent }> {
  const response = await fetch(`${url}/api/runs/${runId}/stream`, {
    signal: AbortSignal.timeout(STREAM_MS),
    headers: lastEventId === undefined ? {} : { "last-event-id": lastEventId },
  });
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body ?? []) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const id = /^id: (.+)$/m.exec(frame)?.[1];
      const data = /^data: (.+)$/m.exec(frame)?.[1];
      // Our own server wrote it, by its contract.
      if (id && data) yield { id, event: JSON.parse(data) as TranscriptEvent };
    }
  }
}
