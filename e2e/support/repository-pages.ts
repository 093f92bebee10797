import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import type { KeptWork, Worktree, Worktrees } from "@malamar/contract/worktree.ts";
import type { Page } from "@playwright/test";

/** A repository in the state that pages are shown with. */
export function repositoryFacts(more: Partial<RepositoryFacts> = {}): RepositoryFacts {
  return {
    path: "/home/me/shop",
    git_version: "2.39.5",
    problem: null,
    root: "/home/me/shop",
    prefix: "",
    is_bare: false,
    is_linked: false,
    branch: "main",
    head_commit: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    branches: ["main", "feature/checkout", "release/2.1"],
    uncommitted_files: 3,
    has_submodules: true,
    is_sparse: false,
    has_lfs: true,
    worktree_include: null,
    programs: [
      {
        key: "filter.lfs.process",
        value: "git-lfs filter-process",
        scope: "local",
        runs: "always",
      },
      { key: "filter.price.clean", value: "./clean.sh", scope: "local", runs: "if_trusted" },
    ],
    suggested_setup: "npm ci",
    ...more,
  };
}

/** Only what a page shows: the brands of ids exist for the compiler alone. */
type Plain<Row> = { [Field in keyof Row]: Row[Field] extends string ? string : Row[Field] };

export function worktree(more: Partial<Plain<Worktree>> = {}): Plain<Worktree> {
  return {
    id: "worktree-0000000000000".slice(0, 21),
    workspace_id: "w".repeat(21),
    task_id: "t".repeat(21),
    has_task: true,
    task_summary: "Fix the login",
    repository: "/home/me/shop/.git",
    path: "/home/me/.malamar/worktrees/0a1b2c3d/shop-1a2b3c4d",
    branch: "malamar/fix-the-login-1a2b3c4d",
    base_branch: "main",
    base_commit: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    state: "ready",
    problem: null,
    notice: null,
    size_bytes: 412_000_000,
    removable_at: null,
    left_out: [],
    created_at: "2026-11-19T08:00:00.000Z",
    updated_at: "2026-11-19T08:00:00.000Z",
    ...more,
  };
}

export function keptWork(more: Partial<Plain<KeptWork>> = {}): Plain<KeptWork> {
  return {
    id: "kept-0000000000000000".slice(0, 21),
    workspace_id: "w".repeat(21),
    task_id: "t".repeat(21),
    task_summary: "Try another cache",
    repository: "/home/me/shop/.git",
    branch: "malamar/try-another-cache-9f8e7d6c",
    commit_id: "9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c",
    kept_at: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    expires_at: new Date(Date.now() + 29 * 86_400_000).toISOString(),
    ...more,
  };
}

interface Answers {
  repository?: (path: string) => RepositoryFacts;
  worktrees?: Omit<Worktrees, "worktrees"> & { worktrees: Plain<Worktree>[] };
  kept?: Plain<KeptWork>[];
  /** Of deleted workspaces. */
  left?: { worktrees: Plain<Worktree>[]; kept: Plain<KeptWork>[] };
}

/** The answers of a server with these repositories and worktrees. */
export async function answerAbout(page: Page, answers: Answers): Promise<void> {
  const { repository, worktrees, kept, left } = answers;
  if (repository !== undefined) {
    await page.route("**/api/repository?*", (route) => {
      const path = new URL(route.request().url()).searchParams.get("path") ?? "";
      return route.fulfill({ json: { ...repository(path), path } });
    });
  }
  if (worktrees !== undefined) {
    await page.route("**/api/workspaces/*/worktrees", (route) =>
      route.fulfill({ json: worktrees }),
    );
  }
  if (worktrees !== undefined || left !== undefined) {
    await page.route("**/api/worktrees/*/ignored", (route) =>
      route.fulfill({ json: { size_bytes: 380_000_000 } }),
    );
  }
  if (left !== undefined) {
    const space = { total_bytes: 412_000_000, checkpoints: 4, free_mb: 45_000 };
    await page.route("**/api/deleted-workspaces/worktrees", (route) =>
      route.fulfill({ json: { worktrees: left.worktrees, ...space } }),
    );
    await page.route("**/api/deleted-workspaces/kept", (route) =>
      route.fulfill({ json: left.kept }),
    );
  }
  if (kept !== undefined) {
    await page.route("**/api/workspaces/*/kept", (route) => route.fulfill({ json: kept }));
  }
}
