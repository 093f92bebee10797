import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { readTar, TAR_END, tarHeader, tarPadding } from "./tar.ts";

const AT = new Date("2026-01-31T17:30:00.000Z");

function archive(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [tarHeader(name, content.length, AT), content, tarPadding(content.length)];
  });
  return Buffer.concat([...entries, TAR_END]);
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function contents(bytes: Buffer, chunkSize = 4096): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, content } of readTar(inChunks(bytes, chunkSize))) {
    found[name] = Buffer.concat(await Array.fromAsync(content)).toString();
  }
  return found;
}

const FILES = { a: "", "runs/b.jsonl": "x".repeat(512), c: "y".repeat(5000), d: "z" };

test("what is written is read back, however the bytes arrive", async () => {
  for (const size of [1, 7, 511, 512, 513, 100_000]) {
    expect(await contents(archive(FILES), size)).toEqual(FILES);
  }
});

test("an entry that nobody reads is skipped", async () => {
  const names: string[] = [];
  for await (const { name } of readTar(inChunks(archive(FILES), 100))) names.push(name);
  expect(names).toEqual(Object.keys(FILES));
});

test("any tar program reads it, and we read what any tar program writes", async () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "ours.tar"), archive(FILES));
  const out = join(dir.path, "out");
  mkdirSync(out);
  const run = (...argv: string[]) => expect(Bun.spawnSync(["tar", ...argv]).exitCode).toBe(0);
  run("-xf", join(dir.path, "ours.tar"), "-C", out);
  expect(readFileSync(join(out, "c"), "utf8")).toBe(FILES.c);
  run("-cf", join(dir.path, "theirs.tar"), "--format=ustar", "-C", out, ...Object.keys(FILES));
  expect(await contents(readFileSync(join(dir.path, "theirs.tar")))).toEqual(FILES);
});

test("sizes beyond eight gigabytes fit", async () => {
  const size = 9_000_000_000_000;
  const entries = readTar(inChunks(tarHeader("large", size, AT), 512));
  expect((await entries.next()).value).toMatchObject({ name: "large", size });
});

test("an archive that ends too early is refused", async () => {
  const whole = archive(FILES);
  for (let length = 0; length < whole.length - 512; length += 97) {
    expect(contents(whole.subarray(0, length))).rejects.toThrow("unexpected end of file");
  }
});

test("bytes that are not a header are refused", async () => {
  const broken = archive(FILES);
  broken[3] = 0x41;
  expect(contents(broken)).rejects.toThrow("no tar header");
  expect(contents(Buffer.alloc(1024, "x"))).rejects.toThrow("no tar header");
});
