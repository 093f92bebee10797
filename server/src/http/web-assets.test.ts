import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { tempDir } from "#testing/temp-dir.ts";
import { createWebAssets } from "./web-assets.ts";

const SCRIPT = "console.log('malamar');".repeat(100);
const PAGE = "<!doctype html><script>theme()</script><div id=root></div>";
const dir = tempDir();
let assets: ReturnType<typeof createWebAssets>;

beforeAll(() => {
  mkdirSync(join(dir.path, "assets"));
  writeFileSync(join(dir.path, "index.html"), PAGE);
  writeFileSync(join(dir.path, "assets/app-1a2b.js"), SCRIPT);
  writeFileSync(join(dir.path, "assets/app-1a2b.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(dir.path, "assets/app-1a2b.js.gz"), gzipSync(SCRIPT));
  writeFileSync(join(dir.path, ".built-from"), "secret");
  assets = createWebAssets(dir.path);
});
afterAll(() => dir[Symbol.dispose]());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  assets.serve(method, path, new Headers(headers));

test.each(["/", "/workspaces/abc/agents", "/settings", "/no/such/page"])(
  "the address %s is answered by the page's shell, which is always revalidated",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(await response.text()).toBe(PAGE);
  },
);

test.each([
  "/assets/gone.js",
  "/favicon.ico",
  "/.built-from.txt",
  "/../package.json",
  "/assets/../../x.js",
  "/%2e%2e/package.json",
])("the file %s does not exist, and is not the page", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("a hashed file may be kept for a year", async () => {
  const response = await get("/assets/app-1a2b.js");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await response.text()).toBe(SCRIPT);
});

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["deflate", null],
  ["", null],
])("Accept-Encoding %p gets %p", async (accepted, expected) => {
  const response = await get("/assets/app-1a2b.js", { "accept-encoding": accepted });
  expect(response.headers.get("content-encoding")).toBe(expected);
  expect(response.headers.get("vary")).toBe("Accept-Encoding");
  if (expected === "br") {
    const body = Buffer.from(await response.arrayBuffer());
    expect(brotliDecompressSync(body).toString()).toBe(SCRIPT);
    expect(response.headers.get("content-length")).toBe(String(body.length));
  }
});

test("what a browser has already is not sent again", async () => {
  const etag = (await get("/")).headers.get("etag")!;
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const response = await get("/", { "if-none-match": known });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
    expect(response.headers.get("etag")).toBe(etag);
  }
  expect((await get("/", { "if-none-match": '"other"' })).status).toBe(200);
});

test("each encoding has its own ETag", async () => {
  const plain = await get("/assets/app-1a2b.js");
  const packed = await get("/assets/app-1a2b.js", { "accept-encoding": "br" });
  expect(plain.headers.get("etag")).not.toBe(packed.headers.get("etag"));
});

test("HEAD gives the length and sends nothing", async () => {
  const response = await get("/assets/app-1a2b.js", {}, "HEAD");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe(String(SCRIPT.length));
  expect(await response.text()).toBe("");
});

describe("ranges", () => {
  test.each([
    ["bytes=0-4", "bytes 0-4/2300", SCRIPT.slice(0, 5)],
    ["bytes=2295-", "bytes 2295-2299/2300", SCRIPT.slice(2295)],
    ["bytes=-5", "bytes 2295-2299/2300", SCRIPT.slice(-5)],
    ["bytes=2290-9999", "bytes 2290-2299/2300", SCRIPT.slice(2290)],
    ["bytes=-9999", "bytes 0-2299/2300", SCRIPT],
  ])("%s is answered with that part", async (range, contentRange, body) => {
    const response = await get("/assets/app-1a2b.js", { range, "accept-encoding": "br" });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(contentRange);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect(await response.text()).toBe(body);
  });

  test.each(["bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=5-2", "bytes=a-b"])(
    "%s is answered with the whole file",
    async (range) => {
      const response = await get("/assets/app-1a2b.js", { range });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(SCRIPT);
    },
  );

  test.each(["bytes=2300-", "bytes=9999-10000", "bytes=-0"])("%s is outside", async (range) => {
    const response = await get("/assets/app-1a2b.js", { range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe("bytes */2300");
  });

  test("a part of a changed file is not mixed with the old rest", async () => {
    const headers = { range: "bytes=0-4", "if-range": '"old"' };
    expect((await get("/assets/app-1a2b.js", headers)).status).toBe(200);
  });
});

test("other methods are refused", async () => {
  const response = await get("/", {}, "POST");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
});

test("the policy allows the page's one inline script and nothing else inline", async () => {
  const policy = await assets.contentSecurityPolicy();
  const hash = new Bun.CryptoHasher("sha256").update("theme()").digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("a page that was not built says so", async () => {
  const empty = createWebAssets(join(dir.path, "nowhere"));
  const response = await empty.serve("GET", "/", new Headers());
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("has not been built");
});
