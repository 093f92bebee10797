import type { Dice } from "./dice.ts";
import type { Shot, Target } from "./shot.ts";
import { SECRET_MARK } from "./sound-values.ts";

/** Bytes that are almost HTTP, or stop before they are. */
export function rawShot({ port, cast }: Target, dice: Dice): Shot {
  const [what, ending, text] = dice.pick(RAW);
  const host = `Host: 127.0.0.1:${port}`;
  const made = text({
    host,
    json: `${host}\r\nContent-Type: application/json`,
    chat: dice.pick(cast.ids.chats),
    dice,
  });
  return {
    kind: "raw",
    route: "raw bytes",
    what,
    method: "RAW",
    target: "",
    bytes: Buffer.from(made, "latin1"),
    ending,
    isLoose: true,
  };
}

interface Parts {
  host: string;
  /** The host, and that a body is JSON. */
  json: string;
  /** Of a real one. */
  chat: string;
  dice: Dice;
}

type Raw = readonly [what: string, ending: "wait" | "hang up", text: (parts: Parts) => string];

const GET = "GET /api/health HTTP/1.1\r\n";
const POST = "POST /api/workspaces HTTP/1.1\r\n";
const TITLE = '{"title":"raw"}';
const END = "\r\n\r\n";

const sized =
  (length: string, body = TITLE) =>
  ({ json }: Parts) =>
    `${POST}${json}\r\nContent-Length: ${length}${END}${body}`;
const chunked =
  (chunks: string, coding = "chunked") =>
  ({ json }: Parts) =>
    `${POST}${json}\r\nTransfer-Encoding: ${coding}${END}${chunks}`;
const heading =
  (line: string) =>
  ({ host }: Parts) =>
    `${line}\r\n${host}\r\nConnection: close${END}`;
const header =
  (line: string) =>
  ({ host }: Parts) =>
    `${GET}${host}\r\n${line}\r\nConnection: close${END}`;
const form = ({ host, chat }: Parts, more: string) =>
  `POST /api/chats/${chat}/attachments HTTP/1.1\r\n${host}\r\nContent-Type: multipart/form-data; boundary=b\r\n${more}${END}--b\r\nContent-Disposition: form-data; filename="cut.txt"${END}begun`;

const RAW: readonly Raw[] = [
  [
    "random bytes",
    "hang up",
    ({ dice }) => String.fromCharCode(...Array.from({ length: 400 }, () => dice.below(256))),
  ],
  ["a TLS greeting", "hang up", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["an HTTP/2 greeting", "hang up", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a proxy's greeting", "hang up", () => "PROXY TCP4 1.2.3.4 1.2.3.4 1 1\r\n"],
  ["HTTP/0.9", "hang up", () => "GET /\r\n"],
  ["HTTP/1.0", "wait", ({ host }) => `GET /api/health HTTP/1.0\r\n${host}${END}`],
  ["HTTP/9.9", "wait", heading("GET / HTTP/9.9")],
  ["no version", "hang up", heading("GET /")],
  ["no Host", "wait", () => `${GET}Connection: close${END}`],
  ["an empty Host", "wait", () => `${GET}Host:\r\nConnection: close${END}`],
  ["only line feeds", "hang up", ({ host }) => `${GET}${host}${END}`.replaceAll("\r\n", "\n")],
  ["half a request line", "hang up", () => "GET /api/hea"],
  ["half the headers", "hang up", ({ host }) => `${GET}${host}\r\nX-Half: `],
  ["NUL in the request line", "hang up", heading("GET /\0 HTTP/1.1")],
  ["a tab in the request line", "hang up", heading("GET\t/\tHTTP/1.1")],
  ["a request line without end", "hang up", () => `GET /${"x".repeat(500_000)}`],
  [
    "headers without end",
    "hang up",
    ({ host }) => `${GET}${host}\r\n${"X-More: x\r\n".repeat(20_000)}`,
  ],
  ["a header without a colon", "hang up", header("X-Nothing")],
  ["a space before the colon", "hang up", header("Content-Length : 5")],
  ["a bare carriage return", "hang up", header("X-A: b\rX-C: d")],
  ["a longer length than there is", "hang up", sized("5000")],
  ["a shorter length than there is", "hang up", sized("3")],
  ["a negative length", "hang up", sized("-5")],
  ["a length with a sign", "hang up", sized("+15")],
  ["a length in hexadecimal", "hang up", sized("0xf")],
  ["two lengths in one", "hang up", sized("15, 15")],
  ["two lengths", "hang up", sized("15\r\nContent-Length: 3")],
  ["a length beyond numbers", "hang up", sized("99999999999999999999")],
  ["the largest length", "hang up", sized("18446744073709551615")],
  ["a length over the limit", "wait", sized(String(17 * 1024 * 1024), "")],
  ["a length of nothing", "hang up", sized("")],
  [
    "a length and chunks",
    "hang up",
    chunked(`f\r\n${TITLE}\r\n0${END}`, "chunked\r\nContent-Length: 3"),
  ],
  [
    "a request in a request",
    "hang up",
    chunked(`0${END}DELETE /api/workspaces/x HTTP/1.1\r\n`, "chunked\r\nContent-Length: 60"),
  ],
  ["chunks", "wait", chunked(`f\r\n${TITLE}\r\n0${END}`)],
  ["chunks with trailers", "hang up", chunked(`f\r\n${TITLE}\r\n0\r\nX-Late: 1${END}`)],
  ["chunks with extensions", "wait", chunked(`f;a=b\r\n${TITLE}\r\n0${END}`)],
  [
    "a long extension of a chunk",
    "hang up",
    chunked(`f;${"a".repeat(50_000)}\r\n${TITLE}\r\n0${END}`),
  ],
  ["a chunk larger than it is", "hang up", chunked(`ff\r\n${TITLE}\r\n0${END}`)],
  ["a chunk smaller than it is", "hang up", chunked(`2\r\n${TITLE}\r\n0${END}`)],
  ["a chunk of no number", "hang up", chunked(`zz\r\n${TITLE}\r\n0${END}`)],
  ["a negative chunk", "hang up", chunked(`-f\r\n${TITLE}\r\n0${END}`)],
  ["the largest chunk", "hang up", chunked(`ffffffffffffffff\r\n${TITLE}\r\n0${END}`)],
  ["a number of a chunk without end", "hang up", chunked("0".repeat(50_000))],
  ["no last chunk", "hang up", chunked(`f\r\n${TITLE}\r\n`)],
  [
    "tiny chunks",
    "wait",
    chunked(
      `${TITLE.split("")
        .map((character) => `1\r\n${character}\r\n`)
        .join("")}0${END}`,
    ),
  ],
  ["another coding", "hang up", chunked(TITLE, "gzip, chunked")],
  ["a misspelt coding", "hang up", chunked(TITLE, "xchunked")],
  ["two codings", "hang up", chunked(TITLE, "chunked\r\nTransfer-Encoding: identity")],
  [
    "requests one behind the other, then garbage",
    "hang up",
    ({ host }) => `${`${GET}${host}${END}`.repeat(20)}\xff\0garbage`,
  ],
  ["a hundred requests at once", "hang up", ({ host }) => `${GET}${host}${END}`.repeat(100)],
  [
    "writes one behind the other",
    "hang up",
    ({ json }) => `${POST}${json}\r\nContent-Length: 15${END}${TITLE}`.repeat(10),
  ],
  [
    "a body for a stream",
    "hang up",
    ({ json }) => `GET /api/events HTTP/1.1\r\n${json}\r\nContent-Length: 15${END}${TITLE}`,
  ],
  ["an upload cut off", "hang up", (parts) => form(parts, "Content-Length: 100000")],
  ["an upload in chunks cut off", "hang up", (parts) => form(parts, `Transfer-Encoding: chunked`)],
  [
    "a secret, half sent",
    "hang up",
    ({ json }) =>
      `PUT /api/settings HTTP/1.1\r\n${json}\r\nContent-Length: 900${END}{"mailgun_api_key":"${SECRET_MARK}`,
  ],
  [
    "an Expect and then nothing",
    "hang up",
    ({ json }) => `${POST}${json}\r\nExpect: 100-continue\r\nContent-Length: 15${END}`,
  ],
  ["a tunnel", "hang up", ({ host }) => `CONNECT evil.example:443 HTTP/1.1\r\n${host}${END}`],
  ["a whole address", "wait", heading("GET http://evil.example/api/health HTTP/1.1")],
];
