import { WorkspaceId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { expect, test } from "bun:test";
import {
  SettingsForm,
  changedSettings,
  settingsValues,
  trySetupOf,
  type SettingsInput,
} from "./settings-form.logic.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const workspace: Workspace = {
  id: WorkspaceId.parse("w".repeat(21)),
  title: "Shop",
  description: "",
  working_directory_mode: "temp",
  working_directory_path: null,
  working_directory_warning: null,
  is_paused: false,
  is_demo: false,
  pickup_order: "oldest_first",
  base_branch: null,
  branch_prefix: "malamar/",
  init_submodules: true,
  copy_patterns: [".env", ".env.*", ".envrc", ".dev.vars"],
  setup_command: null,
  is_setup_on: true,
  trust_repository_programs: false,
  checkpoints: true,
  auto_delete_done_tasks: true,
  retention_days: 7,
  notify_on_error: false,
  notify_on_in_review: true,
  max_passes: 15,
  max_cost_usd: null,
  max_tokens: null,
  run_timeout_minutes: 0,
  idle_timeout_minutes: 60,
  last_activity_at: NOW,
  created_at: NOW,
  updated_at: NOW,
};
const values = settingsValues(workspace);

const problems = (change: Partial<SettingsInput>) =>
  SettingsForm.safeParse({ ...values, ...change }).error?.issues.map(
    (issue) => `${issue.path.join(".")} ${issue.message}`,
  );
const parsed = (change: Partial<SettingsInput>) => SettingsForm.parse({ ...values, ...change });

test("the settings of a workspace can be submitted as they are", () => {
  expect(problems({})).toBe(undefined);
  expect(parsed({})).toMatchObject({ max_passes: 15, max_cost_usd: null, retention_days: 7 });
});

test("every setting of the contract has its field", () => {
  const told = Object.keys(workspace).filter(
    (field) => !/^(id|is_demo|working_directory_warning|\w+_at)$/.test(field),
  );
  expect(told.toSorted()).toEqual(Object.keys(values).toSorted());
});

test("an empty limit means none, where that is allowed", () => {
  expect(parsed({ max_cost_usd: " ", max_tokens: "" })).toMatchObject({
    max_cost_usd: null,
    max_tokens: null,
  });
});

test("an empty field that needs a number says what to write instead", () => {
  expect(problems({ max_passes: "" })).toEqual(["max_passes must not be empty"]);
  expect(problems({ idle_timeout_minutes: " " })).toEqual([
    "idle_timeout_minutes must not be empty; 0 means none",
  ]);
});

test.each(["12abc", "abc", "1e3", "0x10", "1,000", "1 000", "--1", "Infinity", "١٢"])(
  "%s is not a number",
  (typed) => {
    expect(problems({ max_tokens: typed })).toEqual(["max_tokens must be a number"]);
  },
);

test("a number outside the contract's range is refused with its message", () => {
  expect(problems({ max_passes: "0" })).toEqual(["max_passes must be at least 1"]);
  expect(problems({ max_passes: "2.5" })).toEqual(["max_passes must be a whole number"]);
  expect(problems({ retention_days: "-1" })).toEqual(["retention_days must be at least 0"]);
  expect(problems({ max_cost_usd: "0" })).toEqual(["max_cost_usd must be more than 0"]);
  expect(problems({ max_tokens: "9".repeat(30) })).toEqual(["max_tokens must be a whole number"]);
});

test("a cost may have a fraction and surrounding spaces", () => {
  expect(parsed({ max_cost_usd: " 2.50 " }).max_cost_usd).toBe(2.5);
  expect(parsed({ max_cost_usd: ".5" }).max_cost_usd).toBe(0.5);
});

test("a tiny limit is written in a form that can be read back", () => {
  const tiny = settingsValues({ ...workspace, max_cost_usd: 0.000_000_1 });
  expect(tiny.max_cost_usd).toBe("0.0000001");
});

test("a path is validated only in the modes that use it", () => {
  const path = { working_directory_path: "shop" };
  expect(problems(path)).toBe(undefined);
  for (const working_directory_mode of ["static", "git"] as const) {
    expect(problems({ ...path, working_directory_mode })).toEqual([
      "working_directory_path must be an absolute path, such as /home/me/project",
    ]);
  }
  expect(problems({ working_directory_mode: "static" })).toEqual([
    "working_directory_path must not be empty",
  ]);
});

test("only changed settings are sent", () => {
  const form = parsed({ title: "Store", max_passes: "3" });
  expect(changedSettings(form, new Set(["max_passes"]))).toEqual({ max_passes: 3 });
});

test("a directory is sent as a whole, and never a path without its mode", () => {
  const path = "/home/me/shop";
  const fixed = parsed({ working_directory_mode: "static", working_directory_path: path });
  expect(changedSettings(fixed, new Set(["working_directory_path"]))).toEqual({
    working_directory_mode: "static",
    working_directory_path: path,
  });
  const branched = parsed({ working_directory_mode: "git", working_directory_path: path });
  expect(changedSettings(branched, new Set(["working_directory_mode"]))).toEqual({
    working_directory_mode: "git",
    working_directory_path: path,
  });
  const temp = parsed({ working_directory_path: path });
  expect(changedSettings(temp, new Set(["working_directory_mode"]))).toEqual({
    working_directory_mode: "temp",
    working_directory_path: null,
  });
});

const inGit = { working_directory_mode: "git", working_directory_path: "/home/me/shop" } as const;

test("what branches need is validated only where tasks have branches", () => {
  const wrong = { base_branch: "-x", branch_prefix: "a..", copy_patterns: ".env\n".repeat(51) };
  expect(problems(wrong)).toBe(undefined);
  expect(problems({ ...inGit, ...wrong })).toEqual([
    "base_branch must be the name of a branch, such as main or feature/login",
    "branch_prefix must be the beginning of a branch name, such as malamar/",
    "copy_patterns must be at most 50 patterns",
  ]);
});

test("empty texts mean none, and each line is a pattern", () => {
  const form = parsed({
    ...inGit,
    base_branch: " ",
    branch_prefix: "",
    copy_patterns: " .env \r\n\n*.local\n",
    setup_command: "  npm ci ",
  });
  const all = new Set(Object.keys(form));
  expect(changedSettings(form, all)).toMatchObject({
    base_branch: null,
    branch_prefix: "",
    copy_patterns: [".env", "*.local"],
    setup_command: "npm ci",
  });
  const empty = parsed({ ...inGit, copy_patterns: " ", setup_command: " " });
  expect(changedSettings(empty, all)).toMatchObject({ copy_patterns: [], setup_command: null });
});

test("what a mode does not use is not sent with it", () => {
  const change = { base_branch: "-x", setup_command: "npm ci", checkpoints: false };
  const changed = new Set(Object.keys(change));
  const path = "/home/me/shop";
  expect(changedSettings(parsed(change), changed)).toEqual({});
  const shared = { working_directory_mode: "static", working_directory_path: path } as const;
  expect(changedSettings(parsed({ ...change, ...shared }), changed)).toEqual({
    checkpoints: false,
  });
  const branched = parsed({ ...change, ...inGit, base_branch: "main" });
  // Chats work in the person's own checkout.
  expect(changedSettings(branched, changed)).toEqual({
    base_branch: "main",
    setup_command: "npm ci",
    checkpoints: false,
  });
});

test("a setup command is tried with the settings as they are typed, if they are right", () => {
  const typed = { ...values, ...inGit, setup_command: " npm ci ", copy_patterns: ".env" };
  expect(trySetupOf(typed)).toEqual({
    working_directory_path: "/home/me/shop",
    base_branch: null,
    branch_prefix: "malamar/",
    init_submodules: true,
    copy_patterns: [".env"],
    trust_repository_programs: false,
    setup_command: "npm ci",
  });
  expect(trySetupOf({ ...typed, setup_command: " " })).toBe(null);
  expect(trySetupOf({ ...typed, base_branch: "-x" })).toBe(null);
});
