import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Git } from "@malamar/server/git/git.ts";
import { usableGit } from "@malamar/server/git/starting-place.ts";
import { signature } from "@malamar/server/git/signature.ts";
import { messageOf } from "@malamar/server/lib/app-error.ts";
import { deleteTree } from "@malamar/server/lib/delete-tree.ts";
import { PROJECT_FILES } from "./project-files.ts";

/** The repository that the team works in, or why it has none. */
export type DemoProject = { path: string } | { problem: string };

/** Always the same, so the commit is the same everywhere. */
const BEGUN_AT = "2026-05-04T09:00:00.000Z";

/** Makes a small repository with one commit. The demo works without one, but has less to show. */
export async function makeProject(git: Git, path: string): Promise<DemoProject> {
  const { problem } = await usableGit(git);
  if (problem !== null) return { problem };
  if (existsSync(path)) return { problem: `${path} is already there` };
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(PROJECT_FILES)) writeFileSync(join(path, name), text);
    await commitAll(git, path);
    return { path };
  } catch (error) {
    await deleteTree(path);
    return { problem: messageOf(error) };
  }
}

async function commitAll(git: Git, at: string): Promise<void> {
  const run = (...args: [string, ...string[]]) =>
    git.run({ at, args, effort: "worktree", env: signature(BEGUN_AT) });
  await run("init", "--quiet", "--initial-branch=main", "--template=");
  // Moving a task to Done commits in the name of a person, whom this machine may not know.
  await run("config", "user.name", "Malamar demo");
  await run("config", "user.email", "demo@localhost");
  await run("add", "--all", "--force");
  await run("commit", "--quiet", "--no-gpg-sign", "--message", "Plan the summer party");
}
