import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { tempDir } from "#testing/temp-dir.ts";
import { lockDataDirectory } from "./data-lock.ts";
import { commitRestore, finishInterruptedRestore, stageRestore } from "./restore.ts";

const OLD = {
  "malamar.db": "old",
  "malamar.db-wal": "old changes",
  "malamar.db-shm": "old index",
  "runs/a.jsonl": "old run",
  "checks/a.log": "old output",
};
const NEW = { "malamar.db": "new", "runs/b.jsonl": "new run", "checks/b.log": "new output" };
const AFTER = {
  "malamar.db": "new",
  "malamar.db-wal": "",
  "runs/b.jsonl": "new run",
  "checks/b.log": "new output",
  "malamar.db.before-restore-S": "old",
  "malamar.db.before-restore-S-wal": "old changes",
  "malamar.db.before-restore-S-shm": "old index",
  "runs.before-restore-S/a.jsonl": "old run",
  "checks.before-restore-S/a.log": "old output",
};

/** A data directory, and a restore that is unpacked and waits for its commit. */
function stagedRestore(old: Record<string, string> = OLD) {
  const dir = tempDir();
  for (const [name, text] of Object.entries(old)) {
    mkdirSync(dirname(join(dir.path, name)), { recursive: true });
    writeFileSync(join(dir.path, name), text);
  }
  const staged = stageRestore(dir.path, "S");
  for (const [name, text] of Object.entries(NEW)) writeFileSync(join(staged, name), text);
  return dir;
}

/** Every file of the directory with its content, except the lock. */
function contentOf(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "malamar.lock")
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.map((name) => [name.slice(dir.length + 1), readFileSync(name, "utf8")]),
  );
}

/** Moves this many files, and then crashes. */
function crashingAfter(moves: number): typeof renameSync {
  let left = moves;
  return (from, to) => {
    if (left-- === 0) throw new Error("crash");
    renameSync(from, to);
  };
}

test("the previous data is moved aside, with its write-ahead log", () => {
  using dir = stagedRestore();
  commitRestore(dir.path, "S");
  expect(contentOf(dir.path)).toEqual(AFTER);
});

test("an empty data directory has nothing to move aside", () => {
  using dir = stagedRestore({});
  commitRestore(dir.path, "S");
  expect(contentOf(dir.path)).toEqual({ ...NEW, "malamar.db-wal": "" });
});

test("a crash at any moment leaves the old state, or one that the next start completes", () => {
  const states: string[] = [];
  for (let moves = 0; ; moves++) {
    using dir = stagedRestore();
    const move = crashingAfter(moves);
    try {
      commitRestore(dir.path, "S", move);
      expect(contentOf(dir.path)).toEqual(AFTER);
      break;
    } catch (error) {
      expect(String(error)).toContain("crash");
    }
    const decided = existsSync(join(dir.path, "restore-S.ready"));
    states.push(decided ? "new" : "old");
    finishInterruptedRestore(dir.path);
    expect(contentOf(dir.path)).toEqual(decided ? AFTER : OLD);
    // And there is nothing left to do.
    finishInterruptedRestore(dir.path);
    expect(contentOf(dir.path)).toEqual(decided ? AFTER : OLD);
  }
  expect(states).toEqual(["old", ...Array<string>(9).fill("new")]);
});

test("a crash during the completion is completed as well", () => {
  for (let moves = 1; moves < 8; moves++) {
    for (let again = 0; again < 8 - moves; again++) {
      using dir = stagedRestore();
      expect(() => commitRestore(dir.path, "S", crashingAfter(moves))).toThrow("crash");
      try {
        finishInterruptedRestore(dir.path, crashingAfter(again));
      } catch (error) {
        expect(String(error)).toContain("crash");
      }
      finishInterruptedRestore(dir.path);
      expect(contentOf(dir.path)).toEqual(AFTER);
    }
  }
});

test("nobody completes an active restore", () => {
  using dir = stagedRestore();
  const lock = lockDataDirectory(dir.path);
  expect(() => finishInterruptedRestore(dir.path)).toThrow("already running");
  lock.release();
});
