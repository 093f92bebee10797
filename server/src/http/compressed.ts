/** Shorter answers fit into one packet either way. */
const LONGEST_PLAIN = 1024;

const COMPRESSIBLE = /^(?:application\/json|text\/(?:html|plain|markdown))\b/;

/**
 * For both encodings the level after which more time saves hardly a byte: a list of 100 rows
 * shrinks to a tenth in about twenty microseconds, less than handing it to a thread would take. So
 * it is done right here.
 */
const ENCODERS = {
  gzip: (bytes: ArrayBuffer) => Bun.gzipSync(bytes, { level: 2 }),
  br: (bytes: ArrayBuffer) => {
    // Hardly any client prefers it, and loading it takes a tenth of a start.
    const { brotliCompressSync, constants } = process.getBuiltinModule("node:zlib");
    return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  },
};

type Encoding = keyof typeof ENCODERS;

/** The same for a download, which may be of any length and is never there as a whole. */
const STREAMS = {
  gzip: () => new CompressionStream("gzip", { level: 2 }),
  br: () => new CompressionStream("brotli", { level: 1 }),
};

/** The answer in the shortest form that its client understands. Event streams stay as they are. */
export function compressed(request: Request, response: Response): Response | Promise<Response> {
  const { headers } = response;
  if (request.method === "HEAD" || !isReadable(headers)) return response;
  headers.append("Vary", "Accept-Encoding");
  const accepted = request.headers.get("accept-encoding");
  if (accepted === null) return response;
  if (isDownload(headers)) return download(response, preferredEncoding(accepted));
  const reading = response.arrayBuffer();
  // A complete answer is available at once, and a promise would make short answers slower.
  const bytes = Bun.peek(reading);
  if (bytes instanceof ArrayBuffer) return encoded(response, bytes, accepted);
  return reading.then((read) => encoded(response, read, accepted));
}

/** In one piece. Short texts too: their length is only known after reading them. */
export function isCompressible(headers: Headers): boolean {
  return isReadable(headers) && !isDownload(headers);
}

function isReadable(headers: Headers): boolean {
  return COMPRESSIBLE.test(headers.get("content-type") ?? "") && !headers.has("content-encoding");
}

function isDownload(headers: Headers): boolean {
  return headers.has("content-disposition");
}

function download({ status, headers, body }: Response, encoding: Encoding | null): Response {
  if (body === null || encoding === null) return new Response(body, { status, headers });
  headers.set("Content-Encoding", encoding);
  return new Response(body.pipeThrough(STREAMS[encoding]()), { status, headers });
}

function encoded({ status, headers }: Response, bytes: ArrayBuffer, accepted: string): Response {
  const encoding = bytes.byteLength > LONGEST_PLAIN ? preferredEncoding(accepted) : null;
  if (encoding === null) return new Response(bytes, { status, headers });
  headers.set("Content-Encoding", encoding);
  headers.delete("Content-Length");
  const etag = headers.get("etag");
  // A strong ETag promises the same bytes.
  if (etag?.startsWith('"')) headers.set("ETag", `W/${etag}`);
  return new Response(ENCODERS[encoding](bytes), { status, headers });
}

/**
 * The encoding the client prefers, the cheaper one of equals; null if it wants the bytes as they
 * are.
 */
export function preferredEncoding(accepted: string): Encoding | null {
  const qualities = new Map(accepted.split(",").map(qualityOf));
  const others = qualities.get("*") ?? 0;
  const gzip = qualities.get("gzip") ?? qualities.get("x-gzip") ?? others;
  const br = qualities.get("br") ?? others;
  const best = Math.max(gzip, br);
  if (best === 0 || best < (qualities.get("identity") ?? 0)) return null;
  return gzip === best ? "gzip" : "br";
}

/** An invalid quality counts as no. */
function qualityOf(part: string): [name: string, quality: number] {
  const [name = "", ...parameters] = part.toLowerCase().split(";");
  const given = parameters.map((parameter) => parameter.trim()).find((p) => p.startsWith("q="));
  if (given === undefined) return [name.trim(), 1];
  const isQuality = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(given);
  return [name.trim(), isQuality ? Number(given.slice(2)) : 0];
}
