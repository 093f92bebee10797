import { describe, expect, test } from "bun:test";
import { changedFile } from "./testing/builders.ts";
import { treeRows, treeStep, type TreeKey } from "./tree.logic.ts";

const FILES = [
  "README.md",
  "server/src/http/api.ts",
  "server/src/http/routes.ts",
  "server/src/main.ts",
  "web/src/app/shell/shell.tsx",
].map((path) => changedFile(path));

const NONE: ReadonlySet<string> = new Set();

const rows = (query = "", closed = NONE) => treeRows(FILES, { closed, query });

const told = (query?: string, closed?: ReadonlySet<string>) =>
  rows(query, closed).map((row) => {
    const mark = row.kind === "file" ? "" : row.isOpen ? `/ ${row.files}` : `/ ${row.files} …`;
    return `${"  ".repeat(row.depth)}${row.name}${mark}`;
  });

describe("the tree of changed files", () => {
  test("has folders, and chains of folders as one", () => {
    expect(told()).toEqual([
      "README.md",
      "server/src/ 3",
      "  http/ 2",
      "    api.ts",
      "    routes.ts",
      "  main.ts",
      "web/src/app/shell/ 1",
      "  shell.tsx",
    ]);
  });
  test("says where each row is among its neighbours", () => {
    const places = rows().map(({ position, of }) => `${position}/${of}`);
    expect(places).toEqual(["1/3", "2/3", "1/2", "1/2", "2/2", "2/2", "3/3", "1/1"]);
  });
  test("leaves out what is in a closed folder", () => {
    expect(told("", new Set(["server/src"]))).toEqual([
      "README.md",
      "server/src/ 3 …",
      "web/src/app/shell/ 1",
      "  shell.tsx",
    ]);
  });
  test("shows what a search finds, even in closed folders", () => {
    expect(told("HTTP/a", new Set(["server/src"]))).toEqual(["server/src/http/ 1", "  api.ts"]);
    expect(told("nothing")).toEqual([]);
  });
  test("is empty without files", () => {
    expect(treeRows([], { closed: NONE, query: "" })).toEqual([]);
  });
});

test.each<[TreeKey, number, ReturnType<typeof treeStep>]>([
  ["ArrowDown", 0, { to: 1 }],
  ["ArrowDown", 7, { to: 7 }],
  ["ArrowUp", 0, { to: 0 }],
  ["End", 2, { to: 7 }],
  ["Home", 5, { to: 0 }],
  ["ArrowRight", 1, { to: 2 }],
  ["ArrowRight", 0, null],
  ["ArrowLeft", 1, { toggle: "server/src" }],
  ["ArrowLeft", 3, { to: 2 }],
  ["ArrowLeft", 5, { to: 1 }],
  ["ArrowLeft", 0, null],
])("%s on row %d", (key, at, expected) => {
  expect(treeStep(rows(), at, key)).toEqual(expected);
});

test("a closed folder opens", () => {
  expect(treeStep(rows("", new Set(["server/src"])), 1, "ArrowRight")).toEqual({
    toggle: "server/src",
  });
});
