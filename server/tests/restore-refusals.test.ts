import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { malamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { unpacked, type PackedFile, pack, dataDirectory, stateOf } from "#testing/backup-files.ts";

/** A good backup, as its files and as its bytes. */
async function goodBackup(dir: string): Promise<{ bytes: Buffer; files: PackedFile[] }> {
  const dataDir = await dataDirectory(join(dir, "source"), "From the backup");
  const file = join(dir, "good.tar.gz");
  expect((await malamar(["backup", file, "--data-dir", dataDir])).code).toBe(0);
  const files = [...(await unpacked(file))].map(([name, content]) => ({ name, content }));
  return { bytes: readFileSync(file), files };
}

const manifest = (changes: object, { content }: PackedFile): PackedFile => ({
  name: "malamar-backup.json",
  content: Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), ...changes })),
});

const evil = Buffer.from("evil");

test("a file that is not a complete Malamar backup is refused, and nothing is changed", async () => {
  using dir = tempDir();
  const { bytes, files } = await goodBackup(dir.path);
  const [about, database] = files as [PackedFile, PackedFile];
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 2)]! ^= 0xff;
  const wrongSum = Buffer.from(bytes);
  wrongSum[bytes.length - 6]! ^= 0xff;
  const withEntry = (name: string, kind?: string) =>
    pack([about, database, { name, content: evil, ...(kind && { kind }) }]);
  const tornDatabase = Buffer.from(database.content);
  tornDatabase.fill(0x55, 4096, 40_000);
  const newerDatabase = join(dir.path, "newer.db");
  writeFileSync(newerDatabase, database.content);
  const newer = new Database(newerDatabase);
  newer.run("INSERT INTO _migrations VALUES (9999, '')");
  newer.close();

  const cases: [what: string, bytes: Buffer, message: string][] = [
    ["an empty file", Buffer.alloc(0), "is not a Malamar backup, or it is damaged"],
    ["some text", Buffer.from("hello"), "is not a Malamar backup, or it is damaged"],
    ["a zip of text", gzipSync("hello ".repeat(1000)), "is not a Malamar backup"],
    ["another archive", pack([{ name: "a.txt", content: evil }]), "it does not start like one"],
    ["half of it", bytes.subarray(0, bytes.length / 2), "is not a Malamar backup"],
    ["all but the end", bytes.subarray(0, -4), "is not a Malamar backup"],
    ["a flipped bit", flipped, "is not a Malamar backup"],
    ["a wrong checksum", wrongSum, "is not a Malamar backup"],
    ["nothing but the manifest", pack([about]), "it contains no database"],
    [
      "a manifest of its own",
      pack([manifest({ format: "x" }, about), database]),
      "is not a Malamar backup",
    ],
    [
      "a newer form",
      pack([manifest({ version: 2, schema: "another" }, about), database]),
      "was made by a newer Malamar (backup version 2, this one reads 1)",
    ],
    [
      "a newer schema",
      pack([manifest({ schema: 999 }, about), database]),
      "was made by a newer Malamar (schema 999, ",
    ],
    [
      "a newer database than it says",
      pack([about, { name: "malamar.db", content: readFileSync(newerDatabase) }]),
      "cannot be used: it is from a newer Malamar",
    ],
    [
      "a torn database",
      pack([about, { name: "malamar.db", content: tornDatabase }]),
      "cannot be used: ",
    ],
    ["no database", pack([about, { name: "malamar.db", content: evil }]), "cannot be used: "],
    ["a path upwards", withEntry("../evil"), '"../evil" does not belong in one'],
    ["a hidden path upwards", withEntry("runs/../../evil.jsonl"), "does not belong in one"],
    ["an absolute path", withEntry(join(dir.path, "evil")), "does not belong in one"],
    ["another of our files", withEntry("token"), '"token" does not belong in one'],
    ["a backslash", withEntry("runs/..\\evil.jsonl"), "does not belong in one"],
    ["a symbolic link", withEntry("runs/a.jsonl", "2"), "does not belong in one"],
    ["a hard link", withEntry("runs/a.jsonl", "1"), "does not belong in one"],
    ["a device", withEntry("runs/a.jsonl", "3"), "does not belong in one"],
    ["a folder", withEntry("runs/a.jsonl", "5"), "does not belong in one"],
    ["a second database", pack([about, database, database]), '"malamar.db" does not belong in one'],
    ["a second manifest", pack([about, database, about]), "does not belong in one"],
  ];
  const dataDir = await dataDirectory(join(dir.path, "data"), "Precious");
  const before = stateOf(dataDir);
  const outside = readdirSync(dir.path);
  for (const [what, content, message] of cases) {
    const file = join(dir.path, "case.tar.gz");
    writeFileSync(file, content);
    const { stderr, code } = await malamar(["restore", file, "--data-dir", dataDir]);
    expect({ what, code, stderr }).toEqual({
      what,
      code: 1,
      stderr: expect.stringContaining(message),
    });
    expect(stderr).toContain("Nothing was changed.");
    expect({ what, state: stateOf(dataDir) }).toEqual({ what, state: before });
    expect(readdirSync(dir.path).filter((name) => name !== "case.tar.gz")).toEqual(outside);
  }
  expect(
    (await malamar(["restore", join(dir.path, "none"), "--data-dir", dataDir])).stderr,
  ).toContain("There is no file");
}, 120_000);
