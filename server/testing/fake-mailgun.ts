interface ReceivedMail {
  path: string;
  authorization: string | null;
  fields: Record<string, string>;
}

/** A server on loopback that takes mail as Mailgun does: basic auth, a form, a JSON answer. */
export function startFakeMailgun(apiKey = "key-good") {
  const received: ReceivedMail[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const authorization = request.headers.get("authorization");
      if (authorization !== `Basic ${btoa(`api:${apiKey}`)}`) {
        return new Response("Forbidden", { status: 401 });
      }
      const form = await request.formData();
      const fields = Object.fromEntries(
        [...form].map(([key, value]) => [key, typeof value === "string" ? value : value.name]),
      );
      if (!fields["to"]?.includes("@")) {
        const message = "'to' parameter is not a valid address. please check documentation";
        return Response.json({ message }, { status: 400 });
      }
      received.push({ path: new URL(request.url).pathname, authorization, fields });
      return Response.json({ id: "<1@example.com>", message: "Queued. Thank you." });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
