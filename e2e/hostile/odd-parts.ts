import type { Dice } from "./dice.ts";
import { asTarget, type HeaderLines } from "./http-text.ts";

export const KNOWN_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
export const METHODS = [
  ...KNOWN_METHODS,
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "BREW",
  "get",
  "G\u00e9T",
];

export const CONTENT_TYPES = [
  null,
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/jsonp",
  "application/json; charset=utf-16",
  "APPLICATION/JSON",
  "application/vnd.api+json",
  "application/json, text/plain",
  "text/plain; application/json",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  `multipart/form-data; boundary=${"x".repeat(71)}`,
  `multipart/form-data; boundary=${"x".repeat(9000)}`,
  'multipart/form-data; boundary="\\"',
  "\xff\xfe",
];

export function oddPair(names: readonly string[], dice: Dice): string {
  const name = asTarget(dice.pick(names));
  return dice.pick([name, `${name}=`, `${name}=${dice.pick(QUERY_VALUES)}`, `=${name}`, "&&"]);
}

const QUERY_VALUES = [
  "0",
  "-1",
  "1e400",
  "NaN",
  "1.5",
  "0x10",
  "%31",
  "99999999999999999999",
  "+1",
  "%2B1",
  "%",
  "%zz",
  "%00",
  "%ff%fe",
  "%c0%af",
  "%ed%a0%80",
  "%0d%0aX-Injected:1",
  "a%20b",
  "a+b",
  "'",
  "%22",
  "%25",
  "_",
  "*",
  "%22a%22%20OR",
  "..%2f..%2fetc",
  "[]",
  "x".repeat(4000),
  "last_activity_at",
  "-created_at",
  "-",
  "__proto__",
  ",".repeat(3000),
  "a,".repeat(60),
];

export const ODD_HEADERS: readonly { what: string; headers: (dice: Dice) => HeaderLines }[] = [
  {
    what: "hundreds of headers",
    headers: () => Array.from({ length: 90 }, (_, at) => [`X-Filler-${at}`, "x"]),
  },
  { what: "too many headers", headers: () => Array.from({ length: 900 }, () => ["X-Filler", "x"]) },
  { what: "a huge header", headers: () => [["X-Filler", "x".repeat(60_000)]] },
  { what: "a header with odd bytes", headers: () => [["X-Filler", "\xff\xfe\x80"]] },
  { what: "a header without a name", headers: () => [["", "x"]] },
  { what: "a header with a space in its name", headers: () => [["X Filler", "x"]] },
  { what: "a header with NUL", headers: () => [["X-Filler", "a\0b"]] },
  { what: "a header with a bare line feed", headers: () => [["X-Filler", "a\nX-Injected: 1"]] },
  { what: "a folded header", headers: () => [["X-Filler", "a\r\n b"]] },
  { what: "a second Host", headers: () => [["Host", "evil.example"]] },
  { what: "an Expect", headers: () => [["Expect", "100-continue"]] },
  { what: "an unknown Expect", headers: () => [["Expect", "the-unexpected"]] },
  { what: "an Upgrade", headers: upgrade },
  { what: "a range", headers: (dice) => [["Range", `bytes=${dice.below(9)}-${dice.below(9)}`]] },
  { what: "another method in a header", headers: () => [["X-HTTP-Method-Override", "DELETE"]] },
];

function upgrade(): HeaderLines {
  return [
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="],
  ];
}
