import { describe, expect, test } from "bun:test";
import { AppError } from "#lib/app-error.ts";
import { boundaryOf, fileNameIn, readFiles } from "./multipart.ts";

test.each([
  ["multipart/form-data; boundary=abc", "abc"],
  ["multipart/form-data;boundary=abc", "abc"],
  ["multipart/form-data; charset=utf-8; Boundary = abc ; x=y", "abc"],
  ['multipart/form-data; boundary="a b; c"', "a b; c"],
  [String.raw`multipart/form-data; boundary="a\"b"`, 'a"b'],
  [`multipart/form-data; boundary=${"x".repeat(70)}`, "x".repeat(70)],
  [`multipart/form-data; boundary=${"x".repeat(71)}`, null],
  ["multipart/form-data; boundary=", null],
  ['multipart/form-data; boundary=""', null],
  ['multipart/form-data; boundary="abc', null],
  ["multipart/form-data; xboundary=abc", null],
  ["multipart/form-data", null],
  ["", null],
])("the boundary of %j is %j", (type, expected) => {
  expect(boundaryOf(type)).toBe(expected);
});

describe("the file name in the headers of a part", () => {
  test.each<[disposition: string, expected: string | null]>([
    ['form-data; name="f"; filename="a.txt"', "a.txt"],
    ["form-data; name=f; filename=a.txt", "a.txt"],
    ['form-data; name="f"; FileName = "a.txt" ', "a.txt"],
    ['form-data; filename="a b; c=d.txt"; name="f"', "a b; c=d.txt"],
    ['form-data; name="f"', null],
    ['form-data; name="; filename=evil"', null],
    ['form-data; name="filename"', null],
    ['form-data; name="f"; filename=""', ""],
    // Chromium, Firefox, WebKit and curl.
    ['form-data; name="f"; filename="say %22hi%22.txt"', 'say "hi".txt'],
    ['form-data; name="f"; filename="a%0D%0Ab%0ac"', "a\r\nb\nc"],
    ['form-data; name="f"; filename="100%25 %2e%2e%2f.txt"', "100%25 %2e%2e%2f.txt"],
    ['form-data; name="f"; filename="grün 日本 👩‍👩‍👧.txt"', "grün 日本 👩‍👩‍👧.txt"],
    ['form-data; name="f"; filename="a\u2028b.txt"', "a\u2028b.txt"],
    [String.raw`form-data; name="f"; filename="C:\dir\a.txt"`, String.raw`C:\dir\a.txt`],
    // curl up to 7.80, and with --form-escape.
    [String.raw`form-data; name="f"; filename="say \"hi\".txt"`, 'say "hi".txt'],
    // A file whose name ends with a backslash, from a browser.
    [String.raw`form-data; name="f"; filename="a\"`, "a\\"],
    // urllib3 before version 2.
    ["form-data; name=f; filename*=utf-8''gr%C3%BCn%20%22.txt", 'grün ".txt'],
    [`form-data; name="f"; filename="plain"; filename*=UTF-8'en'gr%c3%bcn`, "grün"],
    [`form-data; name="f"; filename*=ISO-8859-1''gr%fcn`, "grün"],
    [`form-data; name="f"; filename*=UTF-8''%c0%ae%c0%af`, "\ufffd\ufffd\ufffd\ufffd"],
    [`form-data; name="f"; filename="plain"; filename*=nonsense`, "plain"],
    ['form-data; name="f";\r\n filename="folded.txt"', "folded.txt"],
  ])("%j is %j", (disposition, expected) => {
    const head = `\r\nX: y\r\ncontent-disposition: ${disposition}\r\nContent-Type: text/plain`;
    expect(fileNameIn(head)).toBe(expected);
  });

  test("is not read from other headers", () => {
    expect(fileNameIn('\r\nContent-Type: text/plain; filename="x"')).toBeNull();
    expect(fileNameIn("")).toBeNull();
  });
});

const WHOLE = [
  "to be ignored\r\n",
  '--XY\r\nContent-Disposition: form-data; name="field"\r\n\r\nvalue\r\n',
  '--XY \t\r\nContent-Disposition: form-data; filename="a"\r\n\r\n\r\n--X\r\n\r-XY\r\n\r\n',
  '--XY\r\nContent-Disposition: form-data; filename="empty"\r\n\r\n\r\n',
  "--XY\r\n\r\nwithout headers\r\n",
  '--XY\r\nContent-Disposition: form-data; filename="last"\r\n\r\n--XY and more\r\n',
  "--XY--\r\nand more",
].join("");

const FILES = [
  ["a", "\r\n--X\r\n\r-XY\r\n"],
  ["empty", ""],
  ["last", "--XY and more"],
];

describe("a body", () => {
  test("is read the same wherever it is cut into chunks", async () => {
    for (let size = 1; size <= WHOLE.length; size++) {
      expect(await filesIn(WHOLE, size)).toEqual(FILES);
    }
  });

  test.each([
    ["nothing at all", ""],
    ["no boundary", "just a text"],
    ["another boundary", WHOLE.replaceAll("XY", "YX")],
    ["no end", WHOLE.slice(0, WHOLE.indexOf("--XY--"))],
    ["an end in a boundary", WHOLE.slice(0, WHOLE.indexOf("--XY--") + 3)],
    ["an end after a boundary", WHOLE.slice(0, WHOLE.indexOf("--XY--") + 5)],
    ["headers without an end", '--XY\r\nContent-Disposition: form-data; filename="a"\r\n'],
    ["something after a boundary", WHOLE.replaceAll("--XY ", "--XYZ")],
    ["line feeds only", WHOLE.replaceAll("\r\n", "\n")],
    ["headers of a megabyte", `--XY\r\nX: ${"y".repeat(1_000_000)}\r\n\r\nx\r\n--XY--`],
  ])("with %s is refused", async (_what, body) => {
    for (const size of [1, 7, Infinity]) {
      const problem = await filesIn(body, size).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(AppError);
      expect(problem).toMatchObject({
        code: "VALIDATION_ERROR",
        message: expect.stringContaining("The multipart body is broken: "),
      });
    }
  });

  test.each([
    ["in front of the parts", `${"x".repeat(1_100_000)}\r\n--XY--`],
    ["after the parts", `--XY--${"x".repeat(1_100_000)}`],
    ["in a field", `--XY\r\n\r\n${"x".repeat(1_100_000)}\r\n--XY--`],
    ["in thousands of fields", `${"--XY\r\nX: y\r\n\r\n\r\n".repeat(200_000)}--XY--`],
  ])("with more than a megabyte %s is refused", async (_what, body) => {
    const problem = filesIn(body, 65_536).catch((error: unknown) => error);
    expect(await problem).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });

  test("is released when nobody reads on", async () => {
    let isLetGo = false;
    async function* endless() {
      try {
        yield Buffer.from(WHOLE.slice(0, WHOLE.indexOf("--X\r\n")));
        for (;;) yield Buffer.alloc(1000);
      } finally {
        isLetGo = true;
      }
    }
    for await (const file of readFiles(endless(), "XY")) {
      expect(file.name).toBe("a");
      break;
    }
    expect(isLetGo).toBe(true);
  });
});

async function filesIn(body: string, size: number): Promise<string[][]> {
  async function* chunks() {
    for (let at = 0; at < body.length; at += size) yield Buffer.from(body.slice(at, at + size));
  }
  const files: string[][] = [];
  for await (const { name, content } of readFiles(chunks(), "XY")) {
    const read: Uint8Array[] = [];
    for await (const chunk of content) read.push(chunk);
    files.push([name, Buffer.concat(read).toString()]);
  }
  return files;
}
