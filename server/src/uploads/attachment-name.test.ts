import { describe, expect, test } from "bun:test";
import { attachmentName } from "./attachment-name.ts";

describe("a name is kept as it is", () => {
  test.each([
    "report.pdf",
    "two words.tar.gz",
    ".gitignore",
    "-rf",
    "..bashrc",
    "a..b",
    "file.txt.",
    "CON",
    "nul.txt",
    "12:30 notes.txt",
    "100%25 %2e%2e%2f.txt",
    'say "hi".txt',
    "$(reboot); `id` | * ? <b>.txt",
    "grün 日本 ひ 👍.txt",
    "x".repeat(255),
  ])("%j", (name) => {
    expect(attachmentName(name)).toEqual({ name });
  });
});

describe("a path is stripped", () => {
  test.each([
    ["../../etc/passwd", "passwd"],
    ["/etc/passwd", "passwd"],
    [String.raw`..\..\boot.ini`, "boot.ini"],
    [String.raw`C:\Users\me\a.txt`, "a.txt"],
    ["C:a.txt", "a.txt"],
    [String.raw`\\server\share\a.txt`, "a.txt"],
    [String.raw`a/b\c/d.txt`, "d.txt"],
    ["folder/.hidden", ".hidden"],
  ])("%j becomes %j", (sent, name) => {
    expect(attachmentName(sent)).toEqual({ name });
  });
});

describe("misleading characters are left out", () => {
  test.each([
    ["a\0b\x1b[31m\r\nc\x7f\x85.txt", "ab[31mc.txt"],
    ["gpj.\u202etxt.exe", "gpj.txt.exe"],
    ["a\u200bb\u200dc\ufeffd\u00ade.txt", "abcde.txt"],
    ["a\u{e0041}\u{e0042}\ufe0f\u3164.txt", "a.txt"],
    ["a\u2028b\u2029c", "abc"],
    ["..／..∕etc⁄passwd＼x", ".._.._etc_passwd_x"],
    ["\u0338\u0301name", "name"],
    ["  \u00a0spaces around.txt\u3000 ", "spaces around.txt"],
    ["e\u0301.txt", "é.txt"],
    ["a\ud800b.txt", "a\ufffdb.txt"],
  ])("%j becomes %j", (sent, name) => {
    expect(attachmentName(sent)).toEqual({ name });
  });
});

describe("a name is refused", () => {
  test.each([
    ["", "has no name"],
    ["folder/", "has no name"],
    ["C:", "has no name"],
    ["\0\u202e\u200b", "has no name"],
    ["\u0301\u0302", "has no name"],
    [" \t ", "has no name"],
    [".", "has a name of dots only"],
    ["..", "has a name of dots only"],
    ["a/..", "has a name of dots only"],
    [String.raw`a\..`, "has a name of dots only"],
    [".\u200b.", "has a name of dots only"],
    [" .. ", "has a name of dots only"],
    [". .", "has a name of dots only"],
    ["．．", "has a name of dots only"],
    ["‥", "has a name of dots only"],
    ["…", "has a name of dots only"],
    [".malamar_upload_x", "has a name that starts with .malamar_upload_, which is reserved"],
    [".malamar\u200b_upload_x", "has a name that starts with .malamar_upload_, which is reserved"],
  ])("%j %s", (sent, problem) => {
    expect(attachmentName(sent)).toEqual({ problem });
  });
});

describe("a name that is too long for a file system", () => {
  test.each([
    ["with an extension", `${"x".repeat(4000)}.pdf`, /^x{242}~[0-9a-f]{8}\.pdf$/],
    ["without one", "x".repeat(256), /^x{246}~[0-9a-f]{8}$/],
    ["with a dot far from its end", `a.${"x".repeat(4000)}`, /^a\.x{244}~[0-9a-f]{8}$/],
    ["with nothing but an extension", `.${"x".repeat(4000)}`, /^\.x{245}~[0-9a-f]{8}$/],
    ["of long characters", `${"日".repeat(1500)}.txt`, /^日{80}~[0-9a-f]{8}\.txt$/],
    ["of many marks", `a${"\u0301".repeat(20)}`.repeat(20), /^(á\u0301{19}){6}~[0-9a-f]{8}$/],
  ])("%s is cut between two characters", (_what, sent, expected) => {
    const result = attachmentName(sent);
    if ("problem" in result) throw new Error(result.problem);
    expect(result.name).toMatch(expected);
    expect(Buffer.byteLength(result.name)).toBeLessThanOrEqual(255);
  });

  test("stays different from one that begins and ends alike", () => {
    const named = (middle: string) => attachmentName(`${"x".repeat(300)}${middle}.txt`);
    expect(named("a")).not.toEqual(named("b"));
    expect(named("a")).toEqual(named("a"));
  });
});
