import { expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createGit } from "@malamar/server/git/git.ts";
import { gitAt } from "@malamar/server/testing/git-repository.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";
import { makeProject } from "./demo-project.ts";

/** A machine whose git knows nobody, and where someone has settings of their own. */
function machine(dir: string, settings = "") {
  writeFileSync(join(dir, ".gitconfig"), settings);
  const environment = { PATH: "/usr/bin:/bin", HOME: dir, GIT_CONFIG_NOSYSTEM: "1" };
  return { environment, git: createGit({ environment }) };
}

test("the project is the same commit on every machine, whatever its git is configured to do", async () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "other"));
  const plain = machine(dir.path);
  const odd = machine(
    join(dir.path, "other"),
    `[core]\n\texcludesFile = ${dir.path}/ignored\n[commit]\n\tgpgSign = true\n[author]\n\tname = Ada\n[init]\n\tdefaultBranch = trunk\n`,
  );
  writeFileSync(join(dir.path, "ignored"), "*.md\n");
  const [one, other] = [join(dir.path, "one"), join(dir.path, "two")];
  expect(await makeProject(plain.git, one)).toEqual({ path: one });
  expect(await makeProject(odd.git, other)).toEqual({ path: other });
  const shown = (at: string) => gitAt(at, plain.environment, "log", "--format=%H %an %cs %D");
  expect(shown(other)).toBe(shown(one));
  expect(shown(one)).toEndWith("Malamar 2026-05-04 HEAD -> main");
  expect(gitAt(one, plain.environment, "status", "--porcelain")).toBe("");
  gitAt(one, plain.environment, "commit", "--allow-empty", "--message", "By the person");
  expect(gitAt(one, plain.environment, "log", "-1", "--format=%an")).toBe("Malamar demo");
});

test("without a git there is no project, and nothing of one is left", async () => {
  using dir = tempDir();
  const path = join(dir.path, "project");
  const git = createGit({ environment: { PATH: "" } });
  expect(await makeProject(git, path)).toEqual({ problem: "git was not found" });
  expect(existsSync(path)).toBe(false);
});

test("what is there already is left alone, and a git that fails leaves nothing", async () => {
  using dir = tempDir();
  const path = join(dir.path, "project");
  writeFileSync(path, "mine");
  const { git, environment } = machine(dir.path);
  expect(await makeProject(git, path)).toEqual({ problem: `${path} is already there` });

  const failing = {
    ...createGit({ environment }),
    run: () => Promise.reject(new Error("no space")),
  };
  const another = join(dir.path, "another");
  expect(await makeProject(failing, another)).toEqual({ problem: "no space" });
  expect(existsSync(another)).toBe(false);
});
