import { expect, test } from "bun:test";
import { shortcutGroups } from "./shortcut-groups.logic.ts";
import { SHORTCUTS } from "./shortcuts.logic.ts";

test("every shortcut is listed once, under its heading", () => {
  const groups = shortcutGroups();
  expect(groups.map(({ group }) => group)).toEqual([
    "Everywhere",
    "Board",
    "Task",
    "Changes",
    "Chats",
    "Chat",
  ]);
  expect(groups.flatMap(({ rows }) => rows)).toHaveLength(Object.keys(SHORTCUTS).length);
});

test("an alternative shortcut and a second key are shown differently", () => {
  const rows = shortcutGroups().flatMap((group) => group.rows);
  expect(rows).toContainEqual({ label: "Go to tasks", ways: [["g", "t"]] });
  expect(rows).toContainEqual({ label: "Column to the left", ways: [["h"], ["←"]] });
});
