import { expect, test } from "bun:test";
import type { Directory } from "@malamar/contract/directory.ts";
import { completed, factsOf, folderName, offered } from "./path.logic.ts";

test.each([
  ["/home/me/pro", "projects", "/home/me/projects/"],
  ["/home/me/", "projects", "/home/me/projects/"],
  ["/", "home", "/home/"],
  ["~", "projects", "~/projects/"],
  ["~/pro", "projects", "~/projects/"],
])("%p and %p make %p", (typed, name, path) => {
  expect(completed(typed, name)).toBe(path);
});

test("the only name is not offered once it is typed", () => {
  expect(offered("/home/me/shop", ["shop"])).toEqual([]);
  expect(offered("/home/me/shop", ["shop", "shopping"])).toEqual(["shop", "shopping"]);
  expect(offered("/home/me/sho", ["shop"])).toEqual(["shop"]);
  expect(offered("/home/me/shop/", ["shop"])).toEqual(["shop"]);
});

test.each([
  ["/home/me/shop/", "shop"],
  ["/home/me/shop", "shop"],
  ["/", ""],
  ["~", ""],
])("%p is called %p", (path, name) => {
  expect(folderName(path)).toBe(name);
});

const directory = (fields: Partial<Directory>): Directory => ({
  path: "/p",
  exists: true,
  is_directory: true,
  is_writable: true,
  git: null,
  warning: null,
  names: [],
  is_cut: false,
  ...fields,
});

test.each<[Partial<Directory>, string[]]>([
  [{ git: { branch: "main" } }, ["Git repository on main"]],
  [{ git: { branch: null } }, ["Git repository, no branch checked out"]],
  [{}, ["Folder found, not a Git repository"]],
  [
    { is_writable: false, git: { branch: "main" } },
    ["Git repository on main", "You can't write to this folder."],
  ],
  [{ warning: "It is your home directory." }, ["It is your home directory."]],
  [{ is_directory: false, exists: false, warning: "It does not exist." }, ["It does not exist."]],
])("of %j it says %j", (fields, texts) => {
  expect(factsOf(directory(fields)).map(({ text }) => text)).toEqual(texts);
});
