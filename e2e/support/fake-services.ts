import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = { status: number; body: string };

/** A server on loopback that gives scripted answers and keeps what it receives. */
async function startService(answer: (request: IncomingMessage, body: string) => Answer) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push(body);
      const { status, body: text } = answer(request, body);
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Takes mail as Mailgun does: basic auth, a form, a JSON answer. */
export function startFakeMailgun(apiKey: string) {
  const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}`;
  return startService(({ headers }) =>
    headers.authorization === authorization
      ? { status: 200, body: JSON.stringify({ id: "<1@example.com>", message: "Queued." }) }
      : { status: 401, body: "Forbidden" },
  );
}

/** A Slack webhook: `ok`, or a bare word and an error. */
export function startFakeSlack(path: string) {
  return startService(({ url }) =>
    url === path ? { status: 200, body: "ok" } : { status: 404, body: "no_service" },
  );
}
