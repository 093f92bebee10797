import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createBoard, demoAgent, type Task } from "../support/board.ts";
import { createWorkspace, expect, test } from "../support/fixtures.ts";
import type { Malamar } from "../support/malamar.ts";
import { createRepository, git } from "../support/repositories.ts";
import { answerAbout, keptWork, repositoryFacts, worktree } from "../support/repository-pages.ts";
import { hero, reviewingAgent, taskView } from "../support/task-pages.ts";

const PATH = "/home/me/shop";

const facts = (page: Page) => page.getByRole("status", { name: "About this folder" });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

async function settingsOf(page: Page, id: string): Promise<Record<string, unknown>> {
  const response = await page.request.get(`/api/workspaces/${id}`);
  return (await response.json()) as Record<string, unknown>;
}

async function openCreate(page: Page) {
  await page.goto("/");
  await page.getByRole("button", { name: "Create workspace" }).click();
  const dialog = page.getByRole("dialog");
  return { dialog, path: dialog.getByRole("combobox", { name: "Directory path" }) };
}

/** The settings of a workspace whose tasks have branches. */
async function openBranchSettings(page: Page, settings: object = {}): Promise<string> {
  const { id } = await createWorkspace(page.request, "Shop");
  const mode = { working_directory_mode: "git", working_directory_path: PATH };
  await page.request.put(`/api/workspaces/${id}`, { data: { ...mode, ...settings } });
  await page.goto(`/workspaces/${id}/settings`);
  await expect(page.getByLabel("Branch prefix")).toBeVisible();
  return id;
}

test.describe("a new workspace", () => {
  test("on a repository offers a branch for each task first, and the shared folder second", async ({
    page,
    malamar,
  }) => {
    const shop = createRepository(join(malamar.home, "shop"));
    writeFileSync(join(shop, "notes.txt"), "not committed");
    const { dialog, path } = await openCreate(page);
    await path.fill(shop);
    const choices = dialog.getByRole("group", { name: "Branches" }).getByRole("radio");
    await expect(choices).toHaveCount(2);
    await expect(choices.first()).toHaveAccessibleName(/A branch for each task \(recommended\)/);
    await expect(choices.first()).toBeChecked();
    await expect(facts(page)).toContainText("Git repository on main");
    await expect(facts(page)).toContainText("without your uncommitted file");
    await choices.last().check();
    await expect(facts(page)).not.toContainText("uncommitted");
    await choices.first().check();
    await dialog.getByLabel("Title").fill("Shop");
    await dialog.getByRole("button", { name: "Create workspace" }).click();
    await expect(page).toHaveURL(/\/workspaces\/([\w-]{21})\/tasks$/);
    const id = /workspaces\/([\w-]{21})/.exec(page.url())![1]!;
    expect(await settingsOf(page, id)).toMatchObject({
      working_directory_mode: "git",
      working_directory_path: shop,
    });
  });

  test("on a path that is submitted at once has branches too", async ({ page, malamar }) => {
    const shop = createRepository(join(malamar.home, "shop"));
    const { dialog, path } = await openCreate(page);
    await dialog.getByLabel("Title").fill("Shop");
    await path.fill(shop);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page).toHaveURL(/\/workspaces\/([\w-]{21})\/tasks$/);
    const id = /workspaces\/([\w-]{21})/.exec(page.url())![1]!;
    expect(await settingsOf(page, id)).toMatchObject({ working_directory_mode: "git" });
  });

  test("on a repository whose first commit was made meanwhile has branches too", async ({
    page,
    malamar,
  }) => {
    const shop = join(malamar.home, "shop");
    mkdirSync(shop);
    git(shop, "init", "--initial-branch=main");
    const { dialog, path } = await openCreate(page);
    await dialog.getByLabel("Title").fill("Shop");
    await path.fill(shop);
    await expect(facts(page)).toContainText("has no commit yet");
    git(shop, "commit", "--quiet", "--allow-empty", "--message", "First");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page).toHaveURL(/\/workspaces\/([\w-]{21})\/tasks$/);
    const id = /workspaces\/([\w-]{21})/.exec(page.url())![1]!;
    expect(await settingsOf(page, id)).toMatchObject({ working_directory_mode: "git" });
  });

  test("on a folder without Git shares it, and says how to get branches", async ({
    page,
    malamar,
  }) => {
    const folder = join(malamar.home, "texts");
    mkdirSync(folder);
    const { dialog, path } = await openCreate(page);
    await path.fill(folder);
    await expect(facts(page)).toContainText("Folder found, not a Git repository");
    await expect(facts(page)).toContainText("run git init here and make a first commit");
    await expect(dialog.getByRole("group", { name: "Branches" })).toBeHidden();
    await dialog.getByLabel("Title").fill("Texts");
    await dialog.getByRole("button", { name: "Create workspace" }).click();
    await expect(page).toHaveURL(/\/workspaces\/([\w-]{21})\/tasks$/);
    const id = /workspaces\/([\w-]{21})/.exec(page.url())![1]!;
    expect(await settingsOf(page, id)).toMatchObject({ working_directory_mode: "static" });
  });

  test("on a repository without a commit, or without Git, says what to do", async ({
    page,
    malamar,
  }) => {
    const shop = join(malamar.home, "shop");
    mkdirSync(shop);
    git(shop, "init", "--initial-branch=main");
    const { dialog, path } = await openCreate(page);
    await path.fill(shop);
    await expect(facts(page)).toContainText("has no commit yet");
    await expect(facts(page)).toContainText("make a first commit");
    await answerAbout(page, {
      repository: () => repositoryFacts({ git_version: null, problem: "git was not found" }),
    });
    await path.fill(`${shop}/`);
    await expect(facts(page)).toContainText("Git was not found");
    await expect(facts(page)).toContainText("install Git 2.38 or newer");
    await expect(dialog.getByRole("group", { name: "Branches" })).toBeHidden();
  });
});

test.describe("the settings of a repository", () => {
  test("say how branches are made, and persist", async ({ page }) => {
    await answerAbout(page, { repository: () => repositoryFacts(), kept: [] });
    const { id } = await createWorkspace(page.request, "Shop");
    await page.goto(`/workspaces/${id}/settings`);
    await page.getByLabel("My repository").check();
    await page.getByLabel("Directory path").fill(PATH);
    await expect(facts(page)).toContainText("Git repository on main");
    await expect(facts(page)).toContainText("Submodules · Git LFS");
    await expect(facts(page)).toContainText("without your 3 uncommitted files");

    const base = page.getByRole("combobox", { name: "Base branch" });
    await expect(base).toHaveAccessibleDescription(/currently main/);
    await base.fill("rel");
    await expect(facts(page)).toContainText("The branch rel does not exist");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(base).toHaveValue("release/2.1");
    await expect(facts(page)).not.toContainText("does not exist");
    await expect(page.getByRole("listbox", { name: "Branches" })).toBeHidden();
    await page.getByLabel("Branch prefix").fill("team/");
    await expect(page.getByLabel("Branch prefix")).toHaveAccessibleDescription(/team\/fix-login-/);
    await page.getByLabel("Copied files").fill(".env\n\n  secrets/*.json  ");
    await page.getByLabel("Check out submodules").uncheck();
    // A suggestion is never set on its own.
    await expect(page.getByLabel("Setup command")).toHaveValue("");
    await page.getByRole("button", { name: "Use npm ci" }).click();
    await expect(page.getByLabel("Setup command")).toHaveValue("npm ci");
    const programs = page.getByRole("list", { name: "2 programs in its configuration" });
    await expect(programs.getByRole("listitem").last()).toContainText("Does not run");
    await page.getByLabel("Trust the programs").check();
    await expect(programs.getByRole("listitem").last()).toContainText("Runs");
    await save(page).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    expect(await settingsOf(page, id)).toMatchObject({
      working_directory_mode: "git",
      working_directory_path: PATH,
      base_branch: "release/2.1",
      branch_prefix: "team/",
      copy_patterns: [".env", "secrets/*.json"],
      init_submodules: false,
      setup_command: "npm ci",
      trust_repository_programs: true,
    });
    await page.reload();
    await expect(base).toHaveValue("release/2.1");
    await expect(page.getByLabel("Copied files")).toHaveValue(".env\nsecrets/*.json");
    await expect(save(page)).toBeHidden();
  });

  test("refuse the name of a branch in words, and what is hidden blocks nothing", async ({
    page,
  }) => {
    await answerAbout(page, { repository: () => repositoryFacts(), kept: [] });
    const id = await openBranchSettings(page);
    await page.getByLabel("Base branch").fill("-x");
    await page.getByLabel("Branch prefix").fill("a..b");
    await save(page).click();
    await expect(page.getByLabel("Base branch")).toHaveAccessibleDescription(/name of a branch/);
    await expect(page.getByLabel("Branch prefix")).toHaveAccessibleDescription(/beginning of/);
    await page.getByLabel("A new folder per task").check();
    await save(page).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    expect(await settingsOf(page, id)).toMatchObject({
      working_directory_mode: "temp",
      base_branch: null,
      branch_prefix: "malamar/",
    });
  });

  test("keep what is typed when someone else changes them", async ({ page }) => {
    await answerAbout(page, { repository: () => repositoryFacts(), kept: [] });
    const id = await openBranchSettings(page);
    await page.getByLabel("Setup command").fill("make setup");
    await page.request.put(`/api/workspaces/${id}`, { data: { base_branch: "main" } });
    await expect(page.getByText("These settings changed elsewhere.")).toBeVisible();
    await expect(page.getByLabel("Base branch")).toHaveValue("main");
    await expect(page.getByLabel("Setup command")).toHaveValue("make setup");
    await save(page).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    expect(await settingsOf(page, id)).toMatchObject({
      base_branch: "main",
      setup_command: "make setup",
    });
  });

  test("leave an imported setup command off until a person switches it on", async ({ page }) => {
    await answerAbout(page, { repository: () => repositoryFacts(), kept: [] });
    const id = await openBranchSettings(page, { setup_command: "make setup", is_setup_on: false });
    await expect(page.getByText("Imported setup command is off")).toBeVisible();
    await page.getByLabel("Run it in new worktrees").check();
    await save(page).click();
    await expect(page.getByText("Imported setup command is off")).toBeHidden();
    expect(await settingsOf(page, id)).toMatchObject({ is_setup_on: true });
  });

  test("say what is wrong with a repository, and can be saved all the same", async ({ page }) => {
    const problem = "the repository /home/me/shop has no commit yet";
    await answerAbout(page, {
      repository: () => repositoryFacts({ problem, head_commit: null }),
      kept: [],
    });
    const id = await openBranchSettings(page);
    await expect(facts(page)).toContainText("The repository /home/me/shop has no commit yet");
    await page.getByLabel("Branch prefix").fill("team/");
    await save(page).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    expect(await settingsOf(page, id)).toMatchObject({ branch_prefix: "team/" });
  });

  test("ask about checkpoints where tasks share a folder, or chats the checkout", async ({
    page,
  }) => {
    await answerAbout(page, { repository: () => repositoryFacts() });
    const id = await openBranchSettings(page, {
      working_directory_mode: "git",
      checkpoints: false,
    });
    await expect(page.getByLabel("Keep checkpoints of chats")).not.toBeChecked();
    await page.getByLabel("A new folder per task").check();
    await expect(page.getByLabel("Keep checkpoints")).toBeHidden();
    await page.getByLabel("My project folder").check();
    await expect(facts(page)).toHaveText("Git repository on main");
    await page.getByLabel("Keep checkpoints", { exact: true }).check();
    await save(page).click();
    await expect(page.getByText("Settings saved")).toBeVisible();
    expect(await settingsOf(page, id)).toMatchObject({
      working_directory_mode: "static",
      checkpoints: true,
    });
  });
});

test.describe("a setup command", () => {
  const trial = (page: Page) => page.getByRole("group", { name: "Trial" });

  test("is tried as it is typed, and its end and its last words are shown", async ({
    page,
    malamar,
  }) => {
    const shop = createRepository(join(malamar.home, "shop"));
    const { id } = await createWorkspace(page.request, "Shop");
    await page.goto(`/workspaces/${id}/settings`);
    await page.getByLabel("My repository").check();
    await page.getByLabel("Directory path").fill(shop);
    await expect(trial(page).getByRole("button", { name: "Try it" })).toBeDisabled();
    await page.getByLabel("Setup command").fill("cat README.md; exit 3");
    await trial(page).getByRole("button", { name: "Try it" }).click();
    await expect(trial(page)).toContainText("The setup command failed (exit code 3).");
    await expect(trial(page).getByLabel("End of the output")).toHaveText("# Shop");
    await page.getByLabel("Setup command").fill("true");
    await trial(page).getByRole("button", { name: "Try it" }).click();
    await expect(trial(page)).toContainText("It worked (exit code 0).");
    await expect(trial(page).getByLabel("End of the output")).toBeHidden();
    // Nothing was saved.
    expect(await settingsOf(page, id)).toMatchObject({ setup_command: null });
    await page.getByLabel("Base branch").fill("-x");
    await trial(page).getByRole("button", { name: "Try it" }).click();
    await expect(page.getByLabel("Base branch")).toHaveAccessibleDescription(/name of a branch/);
  });

  test("ends when someone stops it, and when nobody looks at it anymore", async ({
    page,
    malamar,
  }) => {
    const shop = createRepository(join(malamar.home, "shop"));
    const left = () => git(shop, "worktree", "list").trim().split("\n").length - 1;
    const settings = { working_directory_path: shop, setup_command: "echo begun; sleep 1000" };
    await openBranchSettings(page, settings);
    const button = trial(page).getByRole("button");
    await button.click();
    await expect(trial(page).getByLabel("End of the output")).toHaveText("begun");
    await expect(button).toHaveText("Stop");
    await expect(button).toBeFocused();
    expect(left()).toBe(1);
    await button.click();
    await expect(trial(page)).toContainText("You stopped it.");
    await expect.poll(left).toBe(0);
    await button.click();
    await expect(trial(page).getByLabel("End of the output")).toHaveText("begun");
    await page.getByRole("link", { name: "Agents", exact: true }).click();
    await expect.poll(left).toBe(0);
  });
});

const yesterday = () => new Date(Date.now() - 24 * 3_600_000).toISOString();

test.describe("worktrees", () => {
  const two = () => ({
    total_bytes: 1_322_000_000,
    checkpoints: 48,
    free_mb: 45_000,
    worktrees: [
      worktree({ notice: "Its worktree is now on the branch other." }),
      worktree({
        id: "b".repeat(21),
        task_summary: "Import the photos",
        branch: "malamar/import-the-photos-0c1d2e3f",
        size_bytes: 910_000_000,
        removable_at: yesterday(),
        problem: "no checkpoint contains photos/raw.tar (too large)",
        left_out: [{ path: "photos/raw.tar", reason: "too_large", size_bytes: 880_000_000 }],
      }),
    ],
  });
  const row = (page: Page, name: string) =>
    page
      .getByRole("list", { name: "Worktrees", exact: true })
      .getByRole("listitem")
      .filter({ hasText: name });

  test("are listed with branch, size and why they are kept", async ({ page }) => {
    await answerAbout(page, { repository: () => repositoryFacts(), worktrees: two(), kept: [] });
    await openBranchSettings(page);
    const sum = "2 worktrees, 1.3 GB in total, 48 checkpoints, 47.2 GB free";
    await expect(page.getByText(sum)).toBeVisible();
    await expect(row(page, "Fix the login")).toContainText("malamar/fix-the-login-1a2b3c4d");
    await expect(row(page, "Fix the login")).toContainText("412 MB · from main");
    await expect(row(page, "Fix the login")).toContainText("is now on the branch other");
    await expect(row(page, "Fix the login")).toContainText("/worktrees/0a1b2c3d/shop-1a2b3c4d");
    await expect(
      row(page, "Fix the login").getByRole("button", { name: "Copy path" }),
    ).toBeVisible();
    // Its task is Done, and still there.
    await expect(row(page, "Import the photos").getByRole("link")).toHaveAttribute(
      "href",
      /\/tasks\/t+$/,
    );
    await expect(row(page, "Import the photos")).toContainText(
      "Kept: no checkpoint contains photos/raw.tar (too large)",
    );
    // The task is open: its files are needed.
    await expect(page.getByRole("button", { name: /worktree of Fix the login/ })).toBeDisabled();
    await page.getByRole("button", { name: /worktree of Import the photos/ }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "(910 MB), with all files that Git ignores in it (380 MB)",
    );
    await expect(question.getByRole("listitem")).toHaveText("photos/raw.tar too large, 880 MB");
    await expect(question.getByRole("button", { name: "Remove worktree" })).toBeDisabled();
    await question.getByLabel("Delete it too").check();
    await expect(question.getByRole("button", { name: "Remove worktree" })).toBeEnabled();
  });

  test("leave work behind that is restored as a branch", async ({ page }) => {
    const kept = keptWork();
    await answerAbout(page, { repository: () => repositoryFacts(), kept: [kept] });
    const sent: unknown[] = [];
    await page.route("**/api/kept/*/restore", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: kept });
    });
    await openBranchSettings(page);
    // The form below the dialog has a button of its own.
    await page.getByLabel("Branch prefix").fill("team/");
    await page.getByRole("button", { name: /work of Try another cache/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Branch").fill("not a branch");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog.getByLabel("Branch")).toHaveAccessibleDescription(/name of a branch/);
    await dialog.getByLabel("Branch").fill("cache-again");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("Branch restored")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(sent).toEqual([{ branch: "cache-again" }]);
    await expect(save(page)).toBeVisible();
  });
});

test.describe("what is left of deleted workspaces", () => {
  test("is listed in Malamar's settings, where it is removed and restored", async ({ page }) => {
    const gone = worktree({ has_task: false, removable_at: yesterday(), problem: "it is in use" });
    await answerAbout(page, { left: { worktrees: [gone], kept: [keptWork()] } });
    await page.goto("/settings#deleted");
    const section = page.getByRole("region", { name: "Deleted workspaces" });
    await expect(section).toBeInViewport();
    await expect(section).toContainText("1 worktree, 412 MB in total, 4 checkpoints");
    const row = section.getByRole("list", { name: "Worktrees" }).getByRole("listitem");
    await expect(row).toContainText("Kept: it is in use");
    await expect(row.getByRole("link")).toBeHidden();
    await expect(row.getByRole("button", { name: /Remove now/ })).toBeEnabled();
    await expect(section.getByRole("list", { name: "Kept work" })).toContainText(
      "In /home/me/shop",
    );
    await section.getByRole("button", { name: /Restore as a branch/ }).click();
    await expect(page.getByRole("dialog", { name: "Restore as a branch" })).toBeVisible();
  });

  test("has no section where there is nothing, and the question before says what stays", async ({
    page,
  }) => {
    await page.goto("/settings");
    await expect(page.getByRole("region", { name: "Access and data" })).toBeVisible();
    await expect(page.getByText("Deleted workspaces")).toBeHidden();
    await answerAbout(page, {
      worktrees: { worktrees: [worktree()], total_bytes: 1, checkpoints: 1, free_mb: null },
      kept: [keptWork(), keptWork({ id: "k".repeat(21) })],
    });
    await openBranchSettings(page);
    await page.getByRole("button", { name: "Delete workspace…" }).click();
    await expect(page.getByRole("alertdialog")).toContainText(
      "Not deleted: its worktree and the kept work of 2 tasks.",
    );
  });
});

test.describe("a task with a branch", () => {
  const changes = { files: 12, additions: 1120, deletions: 14 };

  /** A task in review, as a server with worktrees shows it. */
  async function openBoardWithBranch(page: Page, malamar: Malamar) {
    const board = createBoard(malamar.url);
    const id = await board.createTeam([reviewingAgent("Planner")]);
    const task = await board.createTask(id, "Fix the login");
    await board.reachesReview(task.id);
    const data = { working_directory_mode: "git", working_directory_path: PATH };
    await page.request.put(`/api/workspaces/${id}`, { data });
    const shown = (row: Task) => ({
      ...row,
      changes,
      outcome: row.status === "done" ? "left" : null,
    });
    await page.route(`**/api/workspaces/${id}/tasks?*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: ((await response.json()) as Task[]).map(shown) });
    });
    await page.route(`**/api/tasks/${task.id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: shown((await response.json()) as Task) });
    });
    const worktrees = [worktree({ workspace_id: id, task_id: task.id })];
    await answerAbout(page, {
      worktrees: { worktrees, total_bytes: 1, checkpoints: 2, free_mb: null },
      kept: [],
    });
    const address = `/workspaces/${id}/tasks`;
    await page.goto(address);
    return { task, address: `${address}/${task.id}` };
  }

  test("says on its card how much it changed, to eyes and to screen readers", async ({
    page,
    malamar,
  }) => {
    await openBoardWithBranch(page, malamar);
    const card = page.getByRole("link", { name: /Fix the login/ });
    await expect(card).toHaveAccessibleName(/12 files changed, 1,120 lines added, 14 removed/);
    await card.getByText("+1,120").hover();
    await expect(page.getByRole("tooltip")).toHaveText("12 files changed");
  });

  test("names its branch before and after it is accepted", async ({ page, malamar }) => {
    const { address } = await openBoardWithBranch(page, malamar);
    await page.goto(address);
    const view = taskView(page);
    const branch = "malamar/fix-the-login-1a2b3c4d";
    await expect(hero(view)).toContainText("12 changed files");
    await expect(hero(view)).toContainText(branch);
    await expect(hero(view)).toContainText("Done keeps this branch");
    await expect(view.getByRole("complementary", { name: "Facts" })).toContainText(
      `Branch${branch}`,
    );
    await hero(view).getByRole("button", { name: "Copy branch name" }).click();
    await expect(hero(view).getByRole("button", { name: "Copied" })).toBeVisible();
    await hero(view).getByRole("button", { name: "Move to Done" }).click();
    await expect(view.getByText("Left on branch").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goto(address.replace(/\/[^/]+$/, ""));
    await expect(page.getByRole("link", { name: /Fix the login/ })).toContainText("on its branch");
  });
});

test.describe("from a task to its branch", () => {
  test.use({ allowedNoise: /409 \(Conflict\)/ });

  test("a task works beside the checkout, and what it leaves is removed and restored", async ({
    page,
    malamar,
  }) => {
    const shop = createRepository(join(malamar.home, "shop"));
    const before = git(shop, "status", "--porcelain", "--branch");
    const board = createBoard(malamar.url);
    const planner = demoAgent("Planner", "write login.txt hello", "comment It works.", "review");
    const id = await board.createTeam([planner], {
      working_directory_mode: "git",
      working_directory_path: shop,
    });
    await page.request.put("/api/settings", { data: { checkpoint_max_file_mb: 1 } });
    const task = await board.createTask(id, "Fix the login");
    await page.goto(`/workspaces/${id}/tasks`);
    await board.reachesReview(task.id);
    // A toast leads to it too.
    const card = page.locator("[data-task-id]");
    await expect(card).toHaveAccessibleName(/1 file changed, 1 line added/);

    await card.click();
    const view = taskView(page);
    await expect(hero(view)).toContainText(/malamar\/fix-the-login-[0-9a-f]{8}/);
    const branch = git(shop, "branch", "--list", "malamar/*", "--format=%(refname:short)").trim();
    await expect(hero(view)).toContainText(branch);
    await hero(view).getByRole("button", { name: "Move to Done" }).click();
    await expect(view.getByText("Left on branch").first()).toBeVisible();
    expect(git(shop, "show", `${branch}:login.txt`)).toBe("hello\n");
    expect(git(shop, "status", "--porcelain", "--branch")).toBe(before);
    await view.getByRole("tab", { name: "Activity" }).click();
    await expect(view.getByText(`Malamar created branch ${branch} from`)).toBeVisible();

    // Nobody else has this file.
    const { working_directory } = await board.task(task.id);
    writeFileSync(join(working_directory, "film.bin"), Buffer.alloc(2_000_000));
    await page.goto(`/workspaces/${id}/settings`);
    await page.getByRole("button", { name: /worktree of Fix the login/ }).click();
    const question = page.getByRole("alertdialog");
    const remove = question.getByRole("button", { name: "Remove worktree" });
    await remove.click();
    await expect(question.getByRole("listitem")).toHaveText(/^film\.bin too large/);
    await expect(remove).toBeDisabled();
    expect(existsSync(join(working_directory, "film.bin"))).toBe(true);
    await question.getByLabel("Delete it too").check();
    await remove.click();
    await expect(page.getByText("Worktree removed")).toBeVisible();
    await expect(page.getByText("None yet.")).toBeVisible();
    expect(existsSync(working_directory)).toBe(false);
    expect(git(shop, "show", `${branch}:login.txt`)).toBe("hello\n");

    await page.getByRole("button", { name: /work of Fix the login/ }).click();
    await page.getByRole("dialog").getByLabel("Branch").fill("again");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(page.getByText("Branch restored")).toBeVisible();
    expect(git(shop, "show", "again:login.txt")).toBe("hello\n");
    expect(git(shop, "status", "--porcelain", "--branch")).toBe(before);
    await page.goto(`/workspaces/${id}/tasks/${task.id}`);
    await expect(view.getByText("Left on branch").first()).toBeVisible();
    await expect(view.getByText(branch).first()).toBeVisible();
  });
});
