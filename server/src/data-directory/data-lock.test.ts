import { expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { lockDataDirectory } from "./data-lock.ts";

/** Another process that takes the lock, says so, and waits. */
async function otherProcessHolding(dir: string, andSays = "0") {
  const script = `
    import { lockDataDirectory } from ${JSON.stringify(join(import.meta.dir, "data-lock.ts"))};
    globalThis.lock = lockDataDirectory(${JSON.stringify(dir)});
    console.log(${andSays});
    setInterval(() => {}, 1000);
  `;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  const said = Number(new TextDecoder().decode(value));
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return { kill, said, [Symbol.asyncDispose]: kill };
}

test("a data directory belongs to one process at a time", async () => {
  using dir = tempDir();
  await using other = await otherProcessHolding(dir.path);
  expect(() => lockDataDirectory(dir.path)).toThrow(
    `Another Malamar is already running on the data directory ${dir.path}.`,
  );
  await other.kill();
});

test("the kernel frees the lock of a process that was killed", async () => {
  using dir = tempDir();
  await using other = await otherProcessHolding(dir.path);
  await other.kill();
  const lock = lockDataDirectory(dir.path);
  expect(lock).toHaveProperty("release");
  lock.release();
});

test("removing the lock file gives nobody access to the directory", async () => {
  using dir = tempDir();
  await using other = await otherProcessHolding(dir.path);
  rmSync(join(dir.path, "malamar.lock"));
  expect(() => lockDataDirectory(dir.path)).toThrow("already running");
  // Not even with a new one instead.
  writeFileSync(join(dir.path, "malamar.lock"), "");
  expect(() => lockDataDirectory(dir.path)).toThrow("already running");
  await other.kill();
  lockDataDirectory(dir.path).release();
});

test("a killed process's children do not keep its lock", async () => {
  using dir = tempDir();
  await using other = await otherProcessHolding(dir.path, 'Bun.spawn(["sleep", "1000"]).pid');
  await other.kill();
  const lock = lockDataDirectory(dir.path);
  expect(lock).toHaveProperty("release");
  lock.release();
  process.kill(other.said, "SIGKILL");
});

test("a directory that accepts no file is named, with the reason", () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "malamar.lock"));
  expect(() => lockDataDirectory(dir.path)).toThrow(
    `Nothing can be written to the data directory ${dir.path}: EISDIR`,
  );
});

test("an invalid lock file is told apart from a running Malamar", () => {
  using dir = tempDir();
  writeFileSync(join(dir.path, "malamar.lock"), "x".repeat(5000));
  expect(() => lockDataDirectory(dir.path)).toThrow(/cannot be used: .+ delete it/);
});

test("a released lock can be taken again", () => {
  using dir = tempDir();
  lockDataDirectory(dir.path).release();
  const again = lockDataDirectory(dir.path);
  expect(() => lockDataDirectory(dir.path)).toThrow(/already running/);
  again.release();
});
