import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Changes } from "@malamar/contract/changes.ts";
import { Checkpoint } from "@malamar/contract/checkpoint.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { Worktrees } from "@malamar/contract/worktree.ts";
import { createProject } from "#long-runs/project.ts";
import { request } from "../support/board.ts";
import { answers, comment, review } from "../support/clis/cast.ts";
import { TEST_MS } from "../support/clis/known.ts";
import { expectEveryLineUnderstood, inReview } from "../support/clis/looking.ts";
import { startStage } from "../support/clis/stage.ts";
import { createHome } from "../support/malamar.ts";
import { git } from "../support/repositories.ts";

/** OpenCode keeps the id of a project in its repository. */
const OF_CLIS: readonly string[] = [".git/opencode"];

describe.each(CLIS)("$label", ({ type }) => {
  test.concurrent(
    "a pass in a repository: its worktree, its checkpoint, its branch, and an untouched checkout",
    async () => {
      await using home = createHome();
      const project = createProject(join(home.dir, "shop"), { hasGuests: false });
      await using stage = await startStage(type, {
        team: {
          Coder: (briefing) => [
            { kind: "runs", command: "pwd > where.txt" },
            { kind: "writes", path: join(briefing.cwd, "login.ts"), content: "fixed\n" },
            ...answers(comment("Fixed"), review)(briefing),
          ],
        },
        workspace: { working_directory_mode: "git", working_directory_path: project.path },
      });
      const { url, dataDir } = stage.malamar;
      const { id } = await stage.createTask();
      await inReview(stage, id);
      await expectEveryLineUnderstood(stage, id);
      const { working_directory: directory } = await stage.board.task(id);
      expect(directory).toStartWith(join(dataDir, "worktrees"));
      expect(readFileSync(join(directory, "where.txt"), "utf8")).toBe(`${directory}\n`);

      const path = `/api/tasks/${id}`;
      const checkpoints = Checkpoint.array().parse(
        await request(url, "GET", `${path}/checkpoints`),
      );
      const [run] = await stage.board.runs(id);
      const stored = checkpoints.find(({ run_id }) => run_id === run!.id);
      expect(stored?.kind).toBe("run");
      expect(git(project.path, "show", `${stored!.commit_id}:login.ts`)).toBe("fixed\n");
      const { changed } = Changes.parse(await request(url, "GET", `${path}/changes`));
      expect(changed.map((file) => file.path)).toContain("login.ts");
      expect(byMalamar(project.differences())).toEqual([]);

      const { worktrees } = Worktrees.parse(
        await request(url, "GET", `/api/workspaces/${stage.workspaceId}/worktrees`),
      );
      await stage.board.moveToDone(id);
      expect(git(project.path, "show", `${worktrees[0]!.branch}:login.ts`)).toBe("fixed\n");
      expect(byMalamar(project.differences())).toEqual([]);
      expect(git(project.path, "fsck", "--no-dangling", "--no-progress")).toBe("");
    },
    TEST_MS,
  );
});

function byMalamar(differences: readonly string[]): string[] {
  return differences.filter((name) => !OF_CLIS.includes(name));
}
