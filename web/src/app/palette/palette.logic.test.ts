import { WorkspaceId } from "@malamar/contract/ids.ts";
import type { SearchResult } from "@malamar/contract/search.ts";
import { expect, test } from "bun:test";
import { arranged, grouped, joined, movedTo, resultPath, stillFound } from "./palette.logic.ts";

const item = (label: string, group = "Go to", words = "") => ({ label, group, words });

const workspace_id = WorkspaceId.parse("w".repeat(21));
const result = (type: SearchResult["type"], title: string): SearchResult => ({
  type,
  id: "i".repeat(21),
  title,
  workspace_id,
  workspace_title: "Shop",
  status: null,
});

test("every word must match, in any case and order, and further words count too", () => {
  const items = [item("Create task", "Create"), item("Dark theme", "Settings", "night colours")];
  const found = (text: string) => arranged(items, [], text, ["Here"]);
  expect(found("TASK cre")).toEqual([items[0]!]);
  expect(found("night")).toEqual([items[1]!]);
  expect(found("task night")).toEqual([]);
  expect(found("  ")).toEqual(items);
});

test("commands for this page come first, and search results come below the immediate items", () => {
  const [go, here, thing] = [item("Go"), item("Do", "Here"), item("Going well", "Tasks")];
  expect(arranged([go, here], [thing], "", ["Here"])).toEqual([here, thing, go]);
  expect(arranged([go, here], [thing], "go", ["Here"])).toEqual([go, thing]);
  expect(arranged([go, here], [thing], "o", ["Here"])).toEqual([here, go, thing]);
});

test("a button that duplicates a command is not listed twice", () => {
  const [create, copy] = [item("Create task", "Create"), item("Copy", "One")];
  const buttons = [item("Create Task", "On this page"), copy, item("Copy", "Two")];
  expect(joined([create], buttons)).toEqual([create, copy, buttons[2]!]);
});

test("what is a button and in a menu under the same heading is listed once", () => {
  const [looked, inMenu] = [item("I have looked", "Here"), item("I have looked", "Here")];
  expect(joined([], [looked, inMenu])).toEqual([looked]);
});

test("buttons that delete come after everything else on the page", () => {
  const [first, move, all] = [item("Delete", "Task"), item("Move", "Task"), item("Delete all")];
  expect(joined([], [first, move, all])).toEqual([move, first, all]);
});

test("of an earlier answer, only results that match the new text stay", () => {
  const results = [result("task", "Fix login"), result("task", "Fix logout")];
  expect(stillFound(results, "LOGI ")).toEqual([results[0]!]);
  expect(stillFound(results, " ")).toEqual([]);
});

test("headings appear in the order of their first item, each once", () => {
  const items = [item("A", "One"), item("B", "Two"), item("C", "One")];
  expect(grouped(items).map(({ group, items: members }) => [group, members.length])).toEqual([
    ["One", 2],
    ["Two", 1],
  ]);
});

test("the arrow keys wrap around, and start at an end when nothing is selected", () => {
  expect(movedTo(["a", "b", "c"], "c", 1)).toBe("a");
  expect(movedTo(["a", "b", "c"], "a", -1)).toBe("c");
  expect(movedTo(["a", "b", "c"], null, 1)).toBe("a");
  expect(movedTo(["a", "b", "c"], null, -1)).toBe("c");
  expect(movedTo([], "a", 1)).toBe(null);
});

test("a search result leads to its page", () => {
  const [id, w] = ["i".repeat(21), "w".repeat(21)];
  expect(resultPath(result("workspace", "A"))).toBe(`/workspaces/${id}/tasks`);
  expect(resultPath(result("task", "A"))).toBe(`/workspaces/${w}/tasks/${id}`);
  expect(resultPath(result("chat", "A"))).toBe(`/workspaces/${w}/chats/${id}`);
});
