import { expect, test } from "bun:test";
import { dirname } from "node:path";
import {
  attachmentsServer,
  CHAT,
  joined,
  multipart,
  part,
  rawPart,
} from "#testing/attachments-server.ts";

/** Names as bytes, because no string can hold some of them. */
type SentName = string | Uint8Array;

const LISTED: readonly SentName[] = [
  "",
  " ",
  "\t",
  ".",
  "..",
  "...",
  ". .",
  ".. ",
  " ..",
  "..\0",
  "\0..",
  "..\u200b",
  "\u202e..",
  ".\u200d.",
  "．．",
  "‥",
  "…",
  "..．",
  "/",
  "\\",
  "//",
  "\\\\",
  "/..",
  "\\..",
  "../",
  "..\\",
  "./",
  "./.",
  "~",
  "~/.ssh/id_rsa",
  "~root",
  "$HOME/.profile",
  "-rf",
  "--help",
  ".ssh",
  ".malamar_upload_x",
  ".malamar_upload_",
  "malamar.db",
  "CON",
  "con.txt",
  "NUL",
  "nul.",
  "AUX ",
  "COM1",
  "LPT1.txt",
  "CLOCK$",
  "name.",
  "name ",
  "name. . .",
  "a:b",
  "file.txt:stream",
  "file.txt::$DATA",
  "C:",
  "C:a",
  "C:..",
  "C:\\",
  "C:/",
  "\\\\?\\C:\\canary\\alive",
  "\\\\.\\PhysicalDrive0",
  "\\\\server\\share\\x",
  "//server/share/x",
  "file:///etc/passwd",
  "http://evil.com/x",
  "/dev/null",
  "/dev/full",
  "/proc/self/environ",
  "/etc/passwd\0.txt",
  "a\0b",
  "a\0/../b",
  "a\rb",
  "a\nb",
  "a\r\nContent-Length: 0\r\n\r\nb",
  '"',
  '\\"',
  'a"b',
  'a"; filename="../b',
  "a%22; filename=%22../b",
  "a%0D%0A%0D%0Ab",
  "%00",
  "%2e%2e",
  "%252e%252e%252f",
  "%u002e%u002e%u2215",
  "&#46;&#46;&#47;",
  "..;/canary/alive",
  "\u001b]0;title\u0007",
  "\u0007\b\u007f",
  "\u0085\u2028\u2029",
  "gpj.\u202etxt.exe",
  "\u2066..\u2069",
  "\u061c\u200e\u200f",
  "\ufeff..",
  "\u00ad\u034f\u115f\u3164",
  "\u{e0001}\u{e002e}\u{e002e}",
  "\ufe0f\u{e0100}",
  "\u0338",
  "/\u0338x",
  "\u0301..",
  "e\u0301",
  "é",
  "Z\u0351\u036b\u0343".repeat(60),
  "👩‍👩‍👧‍👦",
  "日本語.txt",
  "עברית.txt",
  "\ufffe\uffff",
  "\u{10ffff}",
  "*",
  "?",
  "[a-z]",
  "{a,b}",
  "$(touch x)",
  "`touch x`",
  "; rm -rf .",
  "| cat",
  "&& id",
  "<script>",
  "${jndi:ldap://x}",
  "{{7*7}}",
  "' OR 1=1 --",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "alive",
  "../alive",
  "x".repeat(255),
  "x".repeat(256),
  "x".repeat(4000),
  `${"x".repeat(4000)}.txt`,
  `a.${"x".repeat(4000)}`,
  ".".repeat(4000),
  "/".repeat(4000),
  "../".repeat(1300),
  `${"../".repeat(1300)}etc/passwd`,
  "ä".repeat(2000),
  "👍".repeat(1000),
  "a\u0301".repeat(1300),
  `${"日".repeat(84)}.txt`,
  `${"日".repeat(85)}.txt`,
  " ".repeat(4000),
  "\0".repeat(4000),
  Buffer.of(0xff, 0xfe),
  Buffer.of(0xc0, 0xae, 0xc0, 0xae, 0xc0, 0xaf, 0x61),
  Buffer.of(0xe0, 0x80, 0xae, 0xe0, 0x80, 0xaf),
  Buffer.of(0xf0, 0x80, 0x80, 0xaf),
  Buffer.of(0xc0, 0x80),
  Buffer.of(0xed, 0xa0, 0x80, 0x61),
  Buffer.of(0xed, 0xb0, 0x80),
  Buffer.of(0xf4, 0x90, 0x80, 0x80),
  Buffer.of(0x61, 0xcc),
  Buffer.of(0x2e, 0x2e, 0x80),
  Buffer.from(Array.from({ length: 255 }, (_, at) => (at === 33 ? 1 : at + 1))),
];

/** Every path up, out and in, in every spelling. */
const GENERATED: readonly string[] = ["..", "../..", "a/../..", "/", "./..", "....//"].flatMap(
  (way) =>
    ["canary/alive", "temp", "etc/passwd", ".."].flatMap((target) => {
      const path = `${way}/${target}`;
      return [
        path,
        path.replaceAll("/", "\\"),
        path.replaceAll("/", "／"),
        path.replaceAll("/", "%2f"),
        path.replaceAll(".", "%2e").replaceAll("/", "%5c"),
        path.replaceAll(".", "．"),
        path.replaceAll("/", "/\u200b"),
        path.replaceAll("/", "\0/"),
      ];
    }),
);

const NAMES: readonly SentName[] = [...new Set([...LISTED, ...GENERATED])];

test("there are more than 200 hostile names", () => {
  expect(NAMES.length).toBeGreaterThan(200);
});

test.each([
  ["in quotes", (name: SentName) => part(name, "x")],
  [
    "in the extended form",
    (name: SentName) => {
      const bytes = Buffer.from(name as string);
      const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
      return rawPart(`Content-Disposition: form-data; filename*=UTF-8''${encoded}`, "x");
    },
  ],
  [
    "bare",
    (name: SentName) => rawPart(joined(["Content-Disposition: form-data; filename=", name]), "x"),
  ],
])(
  "whatever its name, here %s, a file is stored in the folder of its chat or refused",
  async (_how, partOf) => {
    await using server = await attachmentsServer();
    await server.send(multipart(part("first", "x")));
    const before = Object.keys(server.everything());
    const inFolder = `temp/malamar_chat_${CHAT}_attachments/`;
    for (const name of NAMES) {
      const noted = server.notes.length;
      const answer = await server.send(multipart(partOf(name)));
      const path = server.notes[noted];
      expect({ name, status: answer.status }).toEqual({ name, status: path ? 201 : 400 });
      if (path !== undefined) {
        expect(answer.messages).toEqual([`User has uploaded ${path}`]);
        expect(dirname(path)).toBe(server.folder);
        expect(path).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }
    }
    const everything = server.everything();
    const made = Object.keys(everything).filter((path) => !before.includes(path));
    expect(made.filter((path) => !path.startsWith(inFolder))).toEqual([]);
    expect(made.filter((path) => path.slice(inFolder.length).includes("/"))).toEqual([]);
    expect(everything["canary/alive"]).toBe("yes");
    expect(new Set(server.notes.map((path) => path.slice(server.folder.length + 1)))).toEqual(
      new Set(Object.keys(server.stored())),
    );
    expect(server.logLines.filter((line) => line.includes("[ERROR]"))).toEqual([]);
  },
  60_000,
);
