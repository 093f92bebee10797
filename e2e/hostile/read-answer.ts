export interface Answer {
  status: number;
  /** In lower case; a repeated name has both values. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * The first complete answer in these bytes; null until it is complete. With `isBegun` the head and
 * a first byte suffice, for an answer without an end.
 */
export function readAnswer(
  bytes: Buffer,
  how: { isHead: boolean; isBegun: boolean },
): Answer | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const { status, headers } = readHead(bytes.subarray(0, headEnd).toString("latin1"));
  const rest = bytes.subarray(headEnd + HEAD_END.length);
  // An interim answer.
  if (status >= 100 && status < 200) return readAnswer(rest, how);
  if (how.isHead || status === 204 || status === 304) return { status, headers, body: EMPTY };
  const body = how.isBegun && rest.length > 0 ? rest : readBody(rest, headers);
  return body && { status, headers, body };
}

const EMPTY = Buffer.alloc(0);

function readHead(text: string): Pick<Answer, "status" | "headers"> {
  const [first = "", ...lines] = text.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})\b/.exec(first)?.[1] ?? 0);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+):[ \t]*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? `${headers.get(key)}, ${value}` : value);
  }
  return { status, headers };
}

function readBody(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer | null {
  if (headers.get("transfer-encoding") === "chunked") {
    return rest.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? joinedChunks(rest) : null;
  }
  const length = Number(headers.get("content-length") ?? 0);
  return rest.length >= length ? rest.subarray(0, length) : null;
}

/** null when the apparent last chunk was only content of another one. */
function joinedChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString("latin1"), 16);
    if (lineEnd === -1 || Number.isNaN(size)) return null;
    if (size === 0) return Buffer.concat(chunks);
    const start = lineEnd + 2;
    chunks.push(bytes.subarray(start, start + size));
    at = start + size + 2;
  }
  return null;
}
