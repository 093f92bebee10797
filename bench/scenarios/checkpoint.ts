import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countChanges } from "@malamar/server/git/diff.ts";
import { createGit, type Git } from "@malamar/server/git/git.ts";
import { storeSnapshot, takeSnapshot, type Snapshot } from "@malamar/server/git/snapshot.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";

const DIRECTORIES = 1000;
const FILES_IN_EACH = 100;
const CHANGED = 10;

/** Of 100,000 files in the person's checkout, against the question that everybody asks git. */
export const checkpoint: Scenario = {
  rows: [
    {
      name: "checkpoint: nothing changed in 100,000 files",
      unit: "ms",
      better: "lower",
      bound: 1.3,
    },
    { name: "checkpoint: 10 of 100,000 files changed", unit: "ms", better: "lower", bound: 2 },
  ],
  onDemand: "it creates 200,000 files, which takes some minutes and 2 GB of temporary space",
  note: () =>
    "checkpoint: the files are stored and their commit written, with the figures of the change; without " +
    "the wait for git's clock, because files change a second before. Bare: git status, on files " +
    "that changed in the same way.",
  bare: async () => {
    const repository = await hundredThousandFiles();
    const ask = () => repository.git("status");
    return variant(repository, {
      ask,
      settle: async () => {
        await repository.git("commit", "-q", "-a", "-m", "changed");
        // It writes down what it has looked at.
        await ask();
      },
    });
  },
  malamar: async () => {
    const repository = await hundredThousandFiles();
    const door = createGit({ environment: repository.environment });
    const ask = await checkpoints(door, repository);
    return variant(repository, { ask, settle: async () => {} });
  },
};

interface Asked {
  ask: () => Promise<unknown>;
  /** Afterwards nothing counts as changed. */
  settle: () => Promise<void>;
}

function variant({ folder, top }: Repository, { ask, settle }: Asked): Variant {
  let round = 0;
  return {
    round: async () => {
      const unchanged = await timed(ask);
      round++;
      for (let at = 0; at < CHANGED; at++) {
        writeFileSync(join(top, fileName(at * DIRECTORIES + round)), `changed in round ${round}\n`);
      }
      // Longer than a second of the file system's clock.
      await Bun.sleep(1050);
      const changed = await timed(ask);
      await settle();
      return [unchanged, changed];
    },
    close: async () => removeFolder(folder),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Takes one after the other, as after the runs of a task. */
async function checkpoints(door: Git, { folder, top }: Repository) {
  const place = { at: top, indexPath: join(folder, "checkpoints", "task.index"), isTrusted: false };
  const options = { maxFileMb: 50 };
  let last: { snapshot: Snapshot; commit: string } | null = null;

  async function take(): Promise<void> {
    const previous = last && { tree_id: last.snapshot.treeId };
    const snapshot = await takeSnapshot(door, place, { ...options, previous });
    if (last && snapshot.treeId === last.snapshot.treeId) return;
    const commit = await storeSnapshot(door, {
      at: top,
      snapshot,
      previousCommit: last?.commit ?? null,
      ref: "refs/malamar/bench/task",
      message: "A checkpoint\n",
      date: new Date().toISOString(),
    });
    if (last) await countChanges(door, { at: top, from: last.commit, to: commit });
    last = { snapshot, commit };
  }

  await take();
  return take;
}

type Repository = Awaited<ReturnType<typeof hundredThousandFiles>>;

async function hundredThousandFiles() {
  const folder = temporaryFolder();
  const top = join(folder, "project");
  const environment = { PATH: process.env["PATH"] ?? "", HOME: folder };
  for (let at = 0; at < DIRECTORIES; at++)
    mkdirSync(join(top, directoryName(at)), { recursive: true });
  for (let at = 0; at < DIRECTORIES * FILES_IN_EACH; at++) {
    // A moment for a Ctrl-C.
    if (at % DIRECTORIES === 0) await Bun.sleep(0);
    writeFileSync(join(top, fileName(at)), `file ${at}\n${"text\n".repeat(at % 200)}`);
  }

  async function git(...args: string[]): Promise<void> {
    const command = ["git", "-c", "user.name=Bench", "-c", "user.email=bench@localhost", ...args];
    const child = Bun.spawn(command, {
      cwd: top,
      env: environment,
      stdout: "ignore",
      stderr: "pipe",
    });
    const complaint = await new Response(child.stderr).text();
    if ((await child.exited) !== 0) throw new Error(complaint);
  }

  await git("init", "-q");
  await git("add", "-A");
  await git("commit", "-q", "-m", "everything");
  await git("status");
  return { folder, top, environment, git };
}

function directoryName(at: number): string {
  return `part-${at % 10}/section-${at}`;
}

function fileName(at: number): string {
  return `${directoryName(at % DIRECTORIES)}/file-${Math.floor(at / DIRECTORIES)}.txt`;
}
