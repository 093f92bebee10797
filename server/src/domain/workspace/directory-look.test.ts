import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { systemTimers } from "#lib/clock.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { virtualTime } from "#testing/virtual-time.ts";
import { createDirectoryLook } from "./directory-look.ts";
import { createPatientDisk } from "#lib/patient-disk.ts";

test("a directory is found at its real path, and others say what is wrong with them", async () => {
  using dir = tempDir();
  symlinkSync(dir.path, join(dir.path, "link"));
  const look = createDirectoryLook({ disk: createPatientDisk({ timers: systemTimers }) });
  expect(await look(join(dir.path, "link"))).toEqual(await look(dir.path));
  expect(await look("/no/such/dir")).toEqual({
    problem: "The directory /no/such/dir does not exist. Malamar does not create it.",
  });
  expect(await look("/etc/passwd")).toEqual({ problem: "/etc/passwd is not a directory." });
  expect(await look("/etc/passwd/below")).toEqual({
    problem: expect.stringContaining("cannot be read"),
  });
});

/** A file system with one drive that hangs until it is released. */
function hangingDrive() {
  const time = virtualTime();
  const asked: string[] = [];
  const drive = Promise.withResolvers<void>();
  const look = createDirectoryLook({
    disk: createPatientDisk(time),
    find: async (path) => {
      asked.push(path);
      if (path.startsWith("/net")) await drive.promise;
      return { real: path };
    },
  });
  return { look, asked, letGo: drive.resolve, pass: (ms: number) => time.advance(ms) };
}

const unchecked = (path: string) => ({
  problem: `The directory ${path} was not checked: a disk is not responding.`,
});

test("a drive that hangs is waited for one second, and then no longer waited for or asked", async () => {
  const t = hangingDrive();
  const first = t.look("/net/a");
  await Promise.resolve();
  t.pass(1000);
  expect(await first).toEqual(unchecked("/net/a"));
  expect(await t.look("/net/a")).toEqual(unchecked("/net/a"));
  expect(await t.look("/home/b")).toEqual(unchecked("/home/b"));
  expect(t.asked).toEqual(["/net/a"]);
});

test("never more than one question is open, and all are asked again once the drive answers", async () => {
  const t = hangingDrive();
  const waiting = [t.look("/net/a"), t.look("/net/b"), t.look("/home/c")];
  await new Promise(setImmediate);
  expect(t.asked).toEqual(["/net/a"]);
  t.pass(1000);
  expect(await Promise.all(waiting)).toEqual(["/net/a", "/net/b", "/home/c"].map(unchecked));
  t.letGo();
  await new Promise(setImmediate);
  expect(await t.look("/net/a")).toEqual({ real: "/net/a" });
});
