import type { Failure } from "./mind.ts";
import type { ModelCall, WireProtocol } from "./protocols/wire-protocol.ts";
import { saying, type Reply } from "./reply.ts";

export function sendReply(protocol: WireProtocol, call: ModelCall, reply: Reply): Response {
  if (!call.stream) return Response.json(protocol.whole(reply, call.model));
  return send(protocol.frames(reply, call.model), EVENT_STREAM, "ends");
}

export function sendFailure(protocol: WireProtocol, failure: Failure): Response {
  const { status, retryAfterSeconds, body = protocol.error(failure) } = failure;
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return Response.json(body, { status, headers });
}

/** Half of an answer; then the connection breaks. */
export function sendHalf(protocol: WireProtocol, call: ModelCall): Response {
  const reply = saying("These words have no end, because");
  if (call.stream) {
    const frames = protocol.frames(reply, call.model);
    return send(frames.slice(0, frames.length / 2), EVENT_STREAM, "breaks");
  }
  const text = JSON.stringify(protocol.whole(reply, call.model));
  return send([text.slice(0, text.length / 2)], "application/json", "breaks");
}

/** The connection is closed before anything was sent, even a status. */
export function sendNothing(): Response {
  return send([], EVENT_STREAM, "breaks");
}

/** Nothing is sent as long as the client waits. */
export async function sendNever(gone: AbortSignal): Promise<Response> {
  await new Promise<void>((resolve) => {
    if (gone.aborted) return resolve();
    gone.addEventListener("abort", () => resolve(), { once: true });
  });
  return sendNothing();
}

const EVENT_STREAM = "text/event-stream";

function send(pieces: readonly string[], type: string, after: "ends" | "breaks"): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces[at++];
      if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
      if (after === "ends") return controller.close();
      // Bun sends its buffer at the end of a turn of the event loop: without this, what was written
      // would be lost, and an answer that should send nothing would send its head.
      if (pieces.length > 0) await new Promise((resolve) => setImmediate(resolve));
      // Without a reason: Bun closes the connection either way, and prints any reason as an error.
      controller.error();
    },
  });
  return new Response(body, { headers: { "Content-Type": type, "Cache-Control": "no-cache" } });
}
