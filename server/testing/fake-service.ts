import { createHmac, timingSafeEqual } from "node:crypto";

interface ReceivedRequest {
  path: string;
  headers: Headers;
  body: string;
}

type Respond = (request: ReceivedRequest) => Response | Promise<Response>;

/** A server on loopback that keeps what it receives and gives scripted answers. */
export function startService(respond: Respond = () => new Response()) {
  const received: ReceivedRequest[] = [];
  const state = { respond, wake: () => {} };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const path = pathname + search;
      const got = { path, headers: request.headers, body: await request.text() };
      received.push(got);
      state.wake();
      return state.respond(got);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    /** The bodies, as JSON. */
    json: <Body>() => received.map(({ body }) => JSON.parse(body) as Body),
    /** From now on it answers like this. */
    answers: (next: Respond) => void (state.respond = next),
    /** Resolves when it has received this many requests. */
    async until(count: number): Promise<void> {
      while (received.length < count) await new Promise<void>((wake) => (state.wake = wake));
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** A Slack webhook: `ok`, or a bare word and an error. */
export function startFakeSlack() {
  return startService(({ path, body }) => {
    if (path !== "/services/T0000/B0000/slack-secret") {
      return new Response("no_service", { status: 404 });
    }
    const { text } = JSON.parse(body) as { text?: unknown };
    return typeof text === "string" && text.length <= 40_000
      ? new Response("ok")
      : new Response("invalid_payload", { status: 400 });
  });
}

/** A Discord webhook: nothing, or an error in JSON. */
export function startFakeDiscord() {
  return startService(({ path, body }) => {
    if (path !== "/api/webhooks/1/discord-secret") {
      return Response.json({ message: "Unknown Webhook", code: 10015 }, { status: 404 });
    }
    const { content = "" } = JSON.parse(body) as { content?: string };
    return content.length <= 2000
      ? new Response(null, { status: 204 })
      : Response.json({ message: "Invalid Form Body", code: 50035 }, { status: 400 });
  });
}

export function tooManyRequests(retryAfter: string): Response {
  return Response.json(
    { message: "You are being rate limited.", retry_after: Number(retryAfter), global: false },
    { status: 429, headers: { "Retry-After": retryAfter } },
  );
}

/**
 * An ntfy topic that requires a token. It cuts nothing: a text that is too long becomes an
 * attachment.
 */
export function startFakeNtfy() {
  return startService(({ headers, body }) => {
    if (headers.get("authorization") !== "Bearer tk_secret") {
      return Response.json({ code: 40101, http: 401, error: "unauthorized" }, { status: 401 });
    }
    if (Buffer.byteLength(body) > 4096) {
      return Response.json({ code: 41301, http: 413, error: "too large" }, { status: 413 });
    }
    return Response.json({ id: "x", event: "message", title: headers.get("title") });
  });
}

/** A user's own program, which trusts only what is signed: as docs/notifications.md says. */
export function startFakeWebhook(secret: string) {
  return startService(({ headers, body }) => {
    const signed = `${headers.get("x-malamar-timestamp")}.${body}`;
    const expected = `sha256=${createHmac("sha256", secret).update(signed).digest("hex")}`;
    const given = headers.get("x-malamar-signature") ?? "";
    const isTrue =
      given.length === expected.length &&
      timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    return isTrue ? new Response() : new Response("bad signature", { status: 401 });
  });
}

/** An address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const service = startService();
  await service[Symbol.asyncDispose]();
  return service.url;
}
