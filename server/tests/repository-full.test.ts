import { expect, test } from "bun:test";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepositoryInTime, writes } from "#testing/repository-in-time.ts";

interface Trouble {
  /** False where nothing may be mounted. */
  begin: () => boolean;
  end: () => void;
}

const mount = (...args: string[]) => Bun.spawnSync(["mount", ...args]).exitCode === 0;

function readOnly(repository: string): Trouble {
  return {
    begin: () => mount("--bind", "-o", "ro", repository, repository),
    end: () => void Bun.spawnSync(["umount", "--lazy", repository]),
  };
}

/** A small disk for the objects. */
function full(repository: string): Trouble {
  const objects = join(repository, ".git/objects");
  const ballast = join(objects, "ballast");
  let isMounted = false;
  return {
    begin() {
      if (!isMounted) {
        cpSync(objects, `${repository}.copy`, { recursive: true });
        isMounted = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", objects);
        cpSync(`${repository}.copy`, objects, { recursive: true });
      }
      if (isMounted) Bun.spawnSync(["sh", "-c", `cat /dev/zero > '${ballast}'`]);
      return isMounted;
    },
    end: () => rmSync(ballast, { force: true }),
  };
}

test.if(process.getuid?.() === 0).each([
  ["is read-only", readOnly, "Read-only file system"],
  ["is full", full, "No space left on device"],
] as const)(
  "while a repository %s, every step says so and loses nothing; later it succeeds",
  async (_how, troubleOf, why) => {
    await using app = await createRepositoryInTime({
      team: { Builder: writes({ "a.txt": "1\n" }) },
    });
    const task = await app.workedOn();
    const { path, id } = await app.worktreeOf(task);
    const [first] = await app.checkpoints(task.id);
    const url = `/api/tasks/${task.id}`;
    const trouble = troubleOf(app.repository.path);
    writeFileSync(join(path, "b.txt"), "2\n".repeat(5000));
    // Not every container may mount.
    if (!trouble.begin()) return;
    try {
      const restore = { checkpoint_id: first!.id };
      expect(await app.refusal("POST", `${url}/checkpoints`)).toContain(why);
      expect(await app.refusal("POST", `${url}/restore`, restore)).toContain(why);
      expect(await app.refusal("PUT", url, { status: "done" })).toContain(why);
      await app.comment(task.id, "Again");
      await app.taskWorkers.drain();
      const { last_error } = await app.task(task.id);
      expect(last_error).toStartWith("CLI could not be started: the checkpoint failed: ");
      expect(last_error).toContain(why);
      expect(last_error).toEndWith("Nothing was run, so that nothing can be lost");
      expect([existsSync(join(path, "a.txt")), existsSync(join(path, "b.txt"))]).toEqual([
        true,
        true,
      ]);
      trouble.end();
      await app.pass(60 * 60_000);
      await app.taskWorkers.drain();
      expect(await app.task(task.id)).toMatchObject({ status: "in_review", last_error: null });
      const { status } = await app.move(task.id, "done");
      expect(status).toBe(200);

      writeFileSync(join(path, "c.txt"), "3\n".repeat(5000));
      trouble.begin();
      const remove = () => app.refusal("DELETE", `/api/worktrees/${id}`);
      expect(await remove()).toStartWith("409 The worktree is kept: ");
      expect((await app.worktreeOf(task)).problem).toContain(why);
      expect(existsSync(join(path, "c.txt"))).toBe(true);
      trouble.end();
      expect(await remove()).toStartWith("204 ");
      const [kept] = await app.kept();
      const names = app.repository.git("ls-tree", "--name-only", kept!.commit_id).split("\n");
      expect(names).toEqual(["README.md", "a.txt", "b.txt", "c.txt"]);
      expect(app.repository.git("fsck", "--no-dangling")).toBe("");
    } finally {
      for (const place of [join(app.repository.path, ".git/objects"), app.repository.path]) {
        Bun.spawnSync(["umount", "--lazy", place]);
      }
    }
  },
  60_000,
);
