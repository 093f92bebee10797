/** Names may repeat, and come in any order. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface PlainRequest {
  method: string;
  /** Path and query as they are sent. */
  target: string;
  headers: HeaderLines;
  body?: Uint8Array;
}

/** The bytes of a request. It declares its body correctly unless a header says otherwise. */
export function requestBytes({ method, target, headers, body }: PlainRequest): Buffer {
  const says = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const length: HeaderLines =
    body && !says("content-length") && !says("transfer-encoding")
      ? [["Content-Length", String(body.length)]]
      : [];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  // Headers are bytes: one character is one byte, even one that is not allowed there.
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  return body ? Buffer.concat([head, body]) : head;
}

/** What may be in a request line: everything else is percent-encoded. */
export function asTarget(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]+/gu, (part) => encodeURIComponent(part.toWellFormed()));
}
