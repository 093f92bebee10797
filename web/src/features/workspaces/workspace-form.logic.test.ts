import { expect, test } from "bun:test";
import { NEW_WORKSPACE, WorkspaceForm, toCreateWorkspace } from "./workspace-form.logic.ts";

const issues = (input: object) =>
  WorkspaceForm.safeParse({ ...NEW_WORKSPACE, title: "Shop", ...input }).error?.issues.map(
    (issue) => `${issue.path.join(".")} ${issue.message}`,
  );

test("a title is enough", () => {
  expect(issues({})).toBe(undefined);
  expect(issues({ title: "  " })).toEqual(["title must not be empty"]);
});

test("a fixed directory needs an absolute path", () => {
  const mode = { working_directory_mode: "static" };
  expect(issues({ ...mode, working_directory_path: " " })).toEqual([
    "working_directory_path must not be empty",
  ]);
  expect(issues({ ...mode, working_directory_path: "shop" })).toEqual([
    "working_directory_path must be an absolute path, such as /home/me/project",
  ]);
  expect(issues({ ...mode, working_directory_path: "/home/me/shop" })).toBe(undefined);
});

test("a path that the mode does not use is hidden and cannot block the form", () => {
  expect(issues({ working_directory_path: "shop" })).toBe(undefined);
});

test("a path is sent only with the mode that uses it", () => {
  const form = { ...NEW_WORKSPACE, title: "Shop", working_directory_path: "/home/me/shop" };
  expect(toCreateWorkspace(form).working_directory_path).toBe(null);
  const fixed = toCreateWorkspace({ ...form, working_directory_mode: "static" });
  expect(fixed.working_directory_path).toBe("/home/me/shop");
});
