import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Directory } from "@malamar/contract/directory.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { tempDir } from "#testing/temp-dir.ts";

type App = Awaited<ReturnType<typeof createTestApp>>;

async function look(app: App, path: string): Promise<Directory> {
  const address = `/api/directories?path=${encodeURIComponent(path)}`;
  const { status, body } = await app.call<Directory>("GET", address);
  expect(status).toBe(200);
  return body;
}

/** A home with two projects, something hidden, a file and a link to each. */
function furnished(dir: string): void {
  for (const name of ["projects", "Private", ".config", "other"]) mkdirSync(join(dir, name));
  writeFileSync(join(dir, "proposal.md"), "secret");
  symlinkSync(join(dir, "other"), join(dir, "pro-link"));
  symlinkSync(join(dir, "proposal.md"), join(dir, "pro-file"));
}

test("a typed path is completed with the directories that begin like it, and never with files", async () => {
  using dir = tempDir();
  furnished(dir.path);
  await using app = await createTestApp();
  expect((await look(app, `${dir.path}/pr`)).names).toEqual(["Private", "pro-link", "projects"]);
  expect((await look(app, `${dir.path}/`)).names).toEqual([
    "other",
    "Private",
    "pro-link",
    "projects",
  ]);
  expect((await look(app, `${dir.path}/.`)).names).toEqual([".config"]);
  expect(await look(app, `${dir.path}/nothing/here`)).toMatchObject({
    names: [],
    exists: false,
    warning: expect.stringContaining("does not exist"),
  });
  expect(await look(app, `${dir.path}/proposal.md`)).toMatchObject({
    exists: true,
    is_directory: false,
    warning: expect.stringContaining("is not a directory"),
  });
});

test("a repository is recognized with its branch, in a worktree too, and the rest is in the words of workspaces", async () => {
  using dir = tempDir();
  const [repository, worktree] = [join(dir.path, "shop"), join(dir.path, "tree")];
  mkdirSync(join(repository, ".git/worktrees/tree"), { recursive: true });
  mkdirSync(worktree);
  writeFileSync(join(repository, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(repository, ".git/worktrees/tree/HEAD"), "ref: refs/heads/fix/login\n");
  writeFileSync(join(worktree, ".git"), "gitdir: ../shop/.git/worktrees/tree\n");
  await using app = await createTestApp();
  expect(await look(app, repository)).toEqual({
    path: repository,
    exists: true,
    is_directory: true,
    is_writable: true,
    git: { branch: "main" },
    warning: null,
    names: ["shop"],
    is_cut: false,
  });
  expect((await look(app, worktree)).git).toEqual({ branch: "fix/login" });
  await app.createWorkspace({
    title: "Shop",
    working_directory_mode: "static",
    working_directory_path: repository,
  });
  expect((await look(app, repository)).warning).toContain("The workspace “Shop” works in the same");
  expect(await look(app, "~")).toMatchObject({
    path: homedir(),
    warning: expect.stringContaining("is your home directory"),
  });
});

test("what cannot be read is reported as such, and of very many only the first are listed", async () => {
  using dir = tempDir();
  const [closed, crowd] = [join(dir.path, "closed"), join(dir.path, "crowd")];
  mkdirSync(closed);
  chmodSync(closed, 0o500);
  for (let n = 0; n < 60; n++) mkdirSync(join(crowd, `d${100 + n}`), { recursive: true });
  await using app = await createTestApp();
  const isRoot = process.getuid?.() === 0;
  expect(await look(app, closed)).toMatchObject({ is_directory: true, is_writable: isRoot });
  const many = await look(app, `${crowd}/`);
  expect(many.names).toHaveLength(50);
  expect(many.is_cut).toBe(true);
  expect(await look(app, `/${"x".repeat(5000)}`)).toMatchObject({ exists: false, names: [] });
});

test("only a person may browse the disk: a token or a key is refused", async () => {
  await using app = await createTestApp();
  expect((await app.send("GET", "/api/directories?path=/")).status).toBe(200);
  const headers = { authorization: "Bearer x" };
  expect((await app.send("GET", "/api/directories?path=/", { headers })).status).toBe(403);
});

test.each(["", "projects", "~anna/x", "./here", "/a%00b"])(
  "%p is not a path to look at",
  async (path) => {
    await using app = await createTestApp();
    const { status } = await app.send("GET", `/api/directories?path=${path}`);
    expect(status).toBe(400);
  },
);
