import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

interface Variant {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

interface Asset {
  path: string;
  type: string;
  /** The build puts it next to the file. */
  encodings: readonly ("br" | "gzip")[];
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

const SUFFIX = { br: ".br", gzip: ".gz" } as const;

/** Serves the built page from a folder, on disk or embedded in the executable. */
export function createWebAssets(root: string) {
  const assets = listAssets(root);
  const loaded = new Map<string, Variant>();

  return {
    /** The whole policy of the page; its one inline script is allowed by its hash. */
    async contentSecurityPolicy(): Promise<string> {
      const index = assets.get("/index.html");
      const page = index ? new TextDecoder().decode((await load(index, "identity")).bytes) : "";
      const hashes = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
        ([, script]) => `'sha256-${createHash("sha256").update(script!).digest("base64")}'`,
      );
      return [
        "default-src 'self'",
        `script-src ${["'self'", ...hashes].join(" ")}`,
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; ");
    },

    async serve(method: string, pathname: string, headers: Headers): Promise<Response> {
      if (method !== "GET" && method !== "HEAD") {
        return plain(405, "Only GET and HEAD are allowed here.", { Allow: "GET, HEAD" });
      }
      if (assets.size === 0) return plain(503, "The page has not been built. Run: npm run build");
      const asset = assets.get(pathname) ?? shellFor(pathname);
      if (!asset) return plain(404, "There is nothing at this address.");
      return respond(method, asset, headers);
    },
  };

  /** The shell answers every address of the page; an address of a file is not one of them. */
  function shellFor(pathname: string): Asset | undefined {
    return extname(pathname) === "" ? assets.get("/index.html") : undefined;
  }

  async function respond(method: string, asset: Asset, headers: Headers): Promise<Response> {
    const range = method === "GET" ? headers.get("range") : null;
    const encoding = range ? "identity" : bestEncoding(asset, headers.get("accept-encoding"));
    const { bytes, etag } = await load(asset, encoding);
    const common: Record<string, string> = {
      "Content-Type": asset.type,
      ETag: etag,
      Vary: "Accept-Encoding",
      "Accept-Ranges": "bytes",
      "Cache-Control": asset.path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "no-cache",
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    if (isFresh(headers.get("if-none-match"), etag)) {
      return new Response(null, { status: 304, headers: common });
    }

    const part = range && ifRangeHolds(headers, etag) ? parseRange(range, bytes.length) : null;
    if (part === "unsatisfiable") {
      const total = { "Content-Range": `bytes */${bytes.length}` };
      return plain(416, "That part of the file does not exist.", total);
    }
    const body = part ? bytes.subarray(part.start, part.end + 1) : bytes;
    if (part) common["Content-Range"] = `bytes ${part.start}-${part.end}/${bytes.length}`;
    // Bun keeps a length that is set by hand, which HEAD needs: its answer has no body to measure.
    common["Content-Length"] = String(body.length);
    return new Response(method === "HEAD" ? null : body, {
      status: part ? 206 : 200,
      headers: common,
    });
  }

  async function load(asset: Asset, encoding: "identity" | "br" | "gzip"): Promise<Variant> {
    const key = `${asset.path} ${encoding}`;
    const known = loaded.get(key);
    if (known) return known;
    const file = join(root, asset.path) + (encoding === "identity" ? "" : SUFFIX[encoding]);
    const bytes = await Bun.file(file).bytes();
    const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
    const variant = { bytes, etag: `"${hash}"` };
    loaded.set(key, variant);
    return variant;
  }
}

export type WebAssets = ReturnType<typeof createWebAssets>;

function listAssets(root: string): Map<string, Asset> {
  if (!existsSync(root)) return new Map();
  const files = new Set(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(root, name)).isFile())
      .map((name) => `/${relative(root, join(root, name)).split(sep).join("/")}`),
  );
  const served = [...files].filter((path) => TYPES[extname(path)] !== undefined);
  return new Map(
    served.map((path) => {
      const encodings = (["br", "gzip"] as const).filter((e) => files.has(path + SUFFIX[e]));
      return [path, { path, type: TYPES[extname(path)]!, encodings }];
    }),
  );
}

function bestEncoding(asset: Asset, accepted: string | null): "identity" | "br" | "gzip" {
  const wanted = (accepted ?? "").split(",").flatMap((part) => {
    const [name = "", quality] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return quality !== undefined && Number(quality) === 0 ? [] : [name];
  });
  return asset.encodings.find((encoding) => wanted.includes(encoding)) ?? "identity";
}

function isFresh(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const known = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

function ifRangeHolds(headers: Headers, etag: string): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === etag;
}

/** One range of bytes; several ranges, or another unit, get the whole file. */
function parseRange(
  header: string,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  if (start >= size || (from === "" && Number(to) === 0)) return "unsatisfiable";
  return { start, end };
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}
