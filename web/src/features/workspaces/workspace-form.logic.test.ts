import { expect, test } from "bun:test";
import {
  NEW_WORKSPACE,
  WorkspaceForm,
  toCreateWorkspace,
  type WorkspaceFormOutput,
} from "./workspace-form.logic.ts";

const issues = (input: object) =>
  WorkspaceForm.safeParse({ ...NEW_WORKSPACE, title: "Shop", ...input }).error?.issues.map(
    (issue) => `${issue.path.join(".")} ${issue.message}`,
  );

const temp = { place: "temp" } as const;

test("with a new folder per task, a title is enough", () => {
  expect(issues(temp)).toBe(undefined);
  expect(issues({ ...temp, title: "  " })).toEqual(["title must not be empty"]);
});

test("the form starts with a project, which needs an absolute path", () => {
  expect(NEW_WORKSPACE.place).toBe("project");
  expect(issues({ working_directory_path: " " })).toEqual([
    "working_directory_path must not be empty",
  ]);
  expect(issues({ working_directory_path: "shop" })).toEqual([
    "working_directory_path must be an absolute path, such as /home/me/project",
  ]);
  expect(issues({ working_directory_path: "/home/me/shop" })).toBe(undefined);
});

test("a path that is not used is hidden and cannot block the form", () => {
  expect(issues({ ...temp, working_directory_path: "shop" })).toBe(undefined);
});

const path = "/home/me/shop";

test.each<[Partial<WorkspaceFormOutput>, boolean, string, string | null]>([
  [temp, true, "temp", null],
  [{ place: "project" }, true, "git", path],
  [{ place: "project", sharing: "shared" }, true, "static", path],
  [{ place: "project" }, false, "static", path],
])("%j, where branches are possible: %p, makes the mode %s", (chosen, canBranch, mode, sent) => {
  const form = { ...NEW_WORKSPACE, title: "Shop", working_directory_path: path, ...chosen };
  expect(toCreateWorkspace(form, { canBranch })).toEqual({
    title: "Shop",
    description: "",
    working_directory_mode: mode,
    working_directory_path: sent,
  } as ReturnType<typeof toCreateWorkspace>);
});
