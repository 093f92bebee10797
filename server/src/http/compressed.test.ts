import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressed, preferredEncoding } from "./compressed.ts";

test.each([
  ["gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "gzip"],
  ["br, gzip", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip;q=0.5, br;q=0.8", "br"],
  ["gzip; q=0, br", "br"],
  ["gzip;q=0, br;q=0.000", null],
  ["*", "gzip"],
  ["*, gzip;q=0", "br"],
  ["*;q=0", null],
  ["gzip;q=0.4, identity;q=0.5", null],
  ["gzip, identity;q=0.5", "gzip"],
  ["identity", null],
  ["deflate, zstd", null],
  ["", null],
  ["gzip;q=high, br;q=2", null],
  [";;,q=1,;q=", null],
] as const)("a client that accepts %p gets %p", (accepted, encoding) => {
  expect(preferredEncoding(accepted)).toBe(encoding);
});

const LONG = JSON.stringify({ text: "again and ".repeat(500) });

function ask(accepted: string | null, method = "GET"): Request {
  const headers: Record<string, string> = accepted === null ? {} : { "accept-encoding": accepted };
  return new Request("http://localhost/", { method, headers });
}

function json(body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { "Content-Type": "application/json", ...headers } });
}

const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

test.each(["gzip", "br"] as const)("a long answer is sent as %s, at once", async (encoding) => {
  const response = compressed(ask(encoding), json(LONG, { ETag: '"a"', "Content-Length": "1" }));
  if (response instanceof Promise) throw new Error("This was there in one piece.");
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(response.headers.get("etag")).toBe('W/"a"');
  expect(response.headers.has("content-length")).toBe(false);
  const bytes = await response.bytes();
  expect(bytes.length).toBeLessThan(LONG.length / 10);
  expect(new TextDecoder().decode(decoders[encoding](bytes))).toBe(LONG);
});

test("an answer of 1 KB is sent unchanged, one byte more is not", async () => {
  const short = await compressed(ask("gzip"), json("x".repeat(1024), { ETag: '"a"' }));
  expect(short.headers.has("content-encoding")).toBe(false);
  expect(short.headers.get("vary")).toBe("Accept-Encoding");
  expect(short.headers.get("etag")).toBe('"a"');
  expect(await short.text()).toBe("x".repeat(1024));
  const long = await compressed(ask("gzip"), json("x".repeat(1025)));
  expect(long.headers.get("content-encoding")).toBe("gzip");
});

test("bytes count, not letters", async () => {
  const response = await compressed(ask("gzip"), json("ö".repeat(600)));
  expect(response.headers.get("content-encoding")).toBe("gzip");
});

test("status and headers stay", async () => {
  const answered = new Response(LONG, {
    status: 409,
    headers: { "Content-Type": "application/json; charset=utf-8", Link: "</next>" },
  });
  answered.headers.append("Set-Cookie", "a=1");
  answered.headers.append("Set-Cookie", "b=2");
  const response = await compressed(ask("gzip"), answered);
  expect(response.status).toBe(409);
  expect(response.headers.get("link")).toBe("</next>");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("a client without a preference gets the bytes unchanged", async () => {
  const response = await compressed(ask(null), json(LONG));
  expect(response.headers.has("content-encoding")).toBe(false);
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  expect(await response.text()).toBe(LONG);
});

test("an answer that is still being created is awaited", async () => {
  const body = new Blob([LONG]).stream();
  const streamed = new Response(body, { headers: { "Content-Type": "application/json" } });
  const response = await compressed(ask("gzip"), streamed);
  expect(new TextDecoder().decode(gunzipSync(await response.bytes()))).toBe(LONG);
});

test.each(["gzip", "br"] as const)("a download is sent as %s piece by piece", async (encoding) => {
  let pieces = 0;
  const body = new ReadableStream({
    pull(controller) {
      pieces += 1;
      if (pieces > 1000) controller.close();
      // Nothing that repeats: each piece is as long when it is compressed.
      else controller.enqueue(crypto.getRandomValues(new Uint8Array(65_536)));
    },
  });
  const headers = { "Content-Type": "application/json", "Content-Disposition": "attachment" };
  const response = await compressed(ask(encoding), new Response(body, { headers }));
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("content-disposition")).toBe("attachment");
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  expect(pieces).toBeLessThan(100);
  await reader.cancel();
});

test("a download is the same when it has been unpacked, and stays as it is for who cannot", async () => {
  const headers = { "Content-Disposition": 'attachment; filename="a.json"' };
  const packed = await compressed(ask("gzip"), json(LONG, headers));
  expect(new TextDecoder().decode(gunzipSync(await packed.bytes()))).toBe(LONG);
  const plain = await compressed(ask("identity"), json(LONG, headers));
  expect(plain.headers.has("content-encoding")).toBe(false);
  expect(await plain.text()).toBe(LONG);
});

test.each([
  ["an event stream", { "Content-Type": "text/event-stream; charset=utf-8" }],
  ["a picture", { "Content-Type": "image/png" }],
  ["an encoded answer", { "Content-Encoding": "zstd" }],
])("%s stays as it is", (_what, headers) => {
  const answered = json(LONG, headers);
  expect(compressed(ask("gzip"), answered)).toBe(answered);
  expect(answered.headers.has("vary")).toBe(false);
});

test("the answer to a HEAD has nothing to compress", () => {
  const answered = new Response(null, { headers: { "Content-Type": "application/json" } });
  expect(compressed(ask("gzip", "HEAD"), answered)).toBe(answered);
  expect([...answered.headers.keys()]).toEqual(["content-type"]);
});
