import { frameEvent } from "../harness/frame-event.ts";
import { answerParent, endWithParent, sharedNow, tellParent } from "./parent-process.ts";

export function run(): void {
  endWithParent();
  const clients = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  let seq = 0;

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(encoder.encode("retry: 3000\n:ok\n\n"));
            clients.add(controller);
          },
        }),
        {
          headers: { "Content-Type": "text/event-stream; charset=utf-8" },
        },
      ),
  });

  answerParent({
    publish: () => {
      const publishedAt = sharedNow();
      const { type, ...data } = frameEvent;
      const frame = `id: abcdefghij-${++seq}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      const bytes = encoder.encode(frame);
      for (const client of clients) client.enqueue(bytes);
      return publishedAt;
    },
    memory: () => process.memoryUsage.rss(),
  });
  tellParent(server.port!);
}
