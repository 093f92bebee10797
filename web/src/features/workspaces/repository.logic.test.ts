import { expect, test } from "bun:test";
import type { Directory } from "@malamar/contract/directory.ts";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import {
  baseFacts,
  canBranch,
  folderFacts,
  programsOf,
  repositoryFacts,
  whyUnrecorded,
} from "./repository.logic.ts";

const repository = (fields: Partial<RepositoryFacts> = {}): RepositoryFacts => ({
  path: "/home/me/shop",
  git_version: "2.39.5",
  problem: null,
  root: "/home/me/shop",
  prefix: "",
  is_bare: false,
  is_linked: false,
  branch: "main",
  head_commit: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
  branches: ["main"],
  uncommitted_files: 0,
  has_submodules: false,
  is_sparse: false,
  has_lfs: false,
  worktree_include: null,
  programs: [],
  suggested_setup: null,
  ...fields,
});

const nowhere = { root: null, branch: null, head_commit: null, branches: [] };
const plain = { ...nowhere, problem: "/home/me/shop is not a git repository" };

const directory = (fields: Partial<Directory> = {}): Directory => ({
  path: "/home/me/shop",
  exists: true,
  is_directory: true,
  is_writable: true,
  git: { branch: "main" },
  warning: null,
  names: [],
  is_cut: false,
  ...fields,
});

const texts = (facts: readonly { text: string }[]) => facts.map(({ text }) => text);

test.each<[Partial<RepositoryFacts>, string | null]>([
  [{}, null],
  [{ head_commit: null, problem: "the repository /home/me/shop has no commit yet" }, null],
  [plain, "This folder is not in a Git repository"],
  [
    { ...nowhere, git_version: null, problem: "git was not found" },
    "Changes cannot be recorded here",
  ],
])("what agents change in a folder with %j can be recorded, or: %p", (fields, title) => {
  expect(whyUnrecorded(repository(fields))?.title ?? null).toBe(title);
});

test.each<[Partial<RepositoryFacts>, string[]]>([
  [{}, ["Git repository on main"]],
  [{ branch: null }, ["Git repository, no branch checked out: at 1a2b3c4"]],
  [{ is_bare: true }, ["Bare repository, main"]],
  [
    { prefix: "packages/web/" },
    ["Git repository on main", "Agents work in packages/web/ of /home/me/shop"],
  ],
  [
    { has_submodules: true, has_lfs: true, is_sparse: true, is_linked: true },
    ["Git repository on main", "Linked worktree · Submodules · Git LFS · Sparse checkout"],
  ],
  [
    { uncommitted_files: 1 },
    ["Git repository on main", "Tasks start from the last commit, without your uncommitted file"],
  ],
  [
    { uncommitted_files: 1200 },
    [
      "Git repository on main",
      "Tasks start from the last commit, without your 1,200 uncommitted files",
    ],
  ],
])("a repository with %j says %j", (fields, expected) => {
  expect(texts(repositoryFacts(repository(fields)))).toEqual(expected);
});

test.each<[Partial<RepositoryFacts>, string[]]>([
  [
    { ...nowhere, git_version: null, problem: "git was not found" },
    ["Git was not found", "For a branch per task, install Git 2.38 or newer and reload this page"],
  ],
  [
    plain,
    [
      "/home/me/shop is not a git repository",
      "For a branch per task, run git init here and make a first commit",
    ],
  ],
  [
    {
      branch: "main",
      head_commit: null,
      problem: "the repository /home/me/shop has no commit yet",
    },
    [
      "The repository /home/me/shop has no commit yet",
      "For a branch per task, make a first commit",
    ],
  ],
  [
    {
      ...nowhere,
      problem:
        "git refuses /srv/shop, which belongs to another user; if you trust it: git config --global --add safe.directory /srv/shop",
    },
    [
      "Git refuses /srv/shop, which belongs to another user; if you trust it: git config --global --add safe.directory /srv/shop",
    ],
  ],
])("what prevents branches is said with what to do: %j", (fields, expected) => {
  const facts = repository(fields);
  expect(canBranch(facts)).toBe(false);
  expect(texts(repositoryFacts(facts))).toEqual(expected);
});

test("a folder without Git is no problem for tasks that share it", () => {
  const facts = folderFacts(directory({ git: null }), repository(plain));
  expect(facts).toEqual([
    { tone: "good", text: "Folder found, not a Git repository" },
    { tone: "plain", text: "For a branch per task, run git init here and make a first commit" },
  ]);
});

test("a folder in a repository keeps the warnings about the folder", () => {
  const found = directory({ git: null, is_writable: false });
  expect(texts(folderFacts(found, repository({ prefix: "web/" })))).toEqual([
    "Git repository on main",
    "Agents work in web/ of /home/me/shop",
    "You can't write to this folder.",
  ]);
});

test("until the repository is known, the folder is described alone", () => {
  expect(canBranch(undefined)).toBe(false);
  expect(texts(folderFacts(directory(), undefined))).toEqual(["Git repository on main"]);
});

test("where nobody should work, branches are not mentioned", () => {
  const home = directory({ git: null, warning: "It is your home directory." });
  expect(texts(folderFacts(home, repository(plain)))).toEqual(["It is your home directory."]);
});

test("a base branch that does not exist is mentioned, where all branches are known", () => {
  const facts = repository({ branches: ["main", "origin/main"] });
  expect(texts(baseFacts(facts, "develop "))).toEqual(["The branch develop does not exist"]);
  for (const base of ["", "main", "origin/main"]) expect(baseFacts(facts, base)).toEqual([]);
  const many = repository({ branches: Array.from({ length: 100 }, (_, at) => `b${at}`) });
  expect(baseFacts(many, "develop")).toEqual([]);
  expect(baseFacts(repository({ ...plain }), "develop")).toEqual([]);
});

test("trust runs the programs that the repository names, but no hook", () => {
  const lfs = { key: "filter.lfs.clean", value: "git-lfs clean -- %f", scope: "local" } as const;
  const filter = { key: "filter.x.clean", value: "./clean.sh", scope: "local" } as const;
  const hook = { key: "core.fsmonitor", value: "./watch.sh", scope: "local" } as const;
  const facts = repository({
    programs: [
      { ...lfs, runs: "always" },
      { ...filter, runs: "if_trusted" },
      { ...hook, runs: "never" },
    ],
  });
  const runs = (isTrusted: boolean) => programsOf(facts, isTrusted).map(({ is_run }) => is_run);
  expect(runs(false)).toEqual([true, false, false]);
  expect(runs(true)).toEqual([true, true, false]);
  expect(programsOf(undefined, true)).toEqual([]);
});
