import { expect, test } from "bun:test";
import { LISTS, SHORTCUTS, keyLabels, matchShortcut, pressedKey } from "./shortcuts.logic.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("a key with a modifier belongs to the browser", () => {
  expect(pressedKey({ ...plain, key: "c", code: "KeyC", metaKey: true })).toBe(null);
  expect(pressedKey({ ...plain, key: "c", code: "KeyC" })).toBe("c");
});

test("a keyboard of another script works by position", () => {
  expect(pressedKey({ ...plain, key: "с", code: "KeyC" })).toBe("c");
  expect(pressedKey({ ...plain, key: "?", code: "Slash" })).toBe("?");
});

test("a letter with Shift is another key, and Caps Lock changes nothing", () => {
  expect(pressedKey({ ...plain, key: "J", code: "KeyJ", shiftKey: true })).toBe("J");
  expect(pressedKey({ ...plain, key: "J", code: "KeyJ" })).toBe("j");
  expect(pressedKey({ ...plain, key: "Ж", code: "KeyJ", shiftKey: true })).toBe("J");
});

test("a single key, an alternative and a sequence are found", () => {
  expect(matchShortcut(null, "j", ["next_card"])).toEqual({ id: "next_card" });
  expect(matchShortcut(null, "ArrowDown", ["next_card"])).toEqual({ id: "next_card" });
  expect(matchShortcut(null, "g", ["go_tasks"])).toEqual({ prefix: "g" });
  expect(matchShortcut("g", "t", ["go_tasks"])).toEqual({ id: "go_tasks" });
});

test("if the board and the task next to it share a key, the one opened last gets it", () => {
  expect(matchShortcut(null, "j", ["next_card", "next_task"])).toEqual({ id: "next_task" });
});

test("an unavailable shortcut is not found", () => {
  expect(matchShortcut(null, "c", ["help"])).toBe(null);
  expect(matchShortcut(null, "g", ["help"])).toBe(null);
});

test("an interrupted sequence starts again", () => {
  expect(matchShortcut("g", "j", ["go_tasks", "next_card"])).toEqual({ id: "next_card" });
  expect(matchShortcut("g", "g", ["go_tasks"])).toEqual({ prefix: "g" });
});

test("an open task's keys take precedence over those of the board next to it", () => {
  for (const live of [
    ["next_card", "next_task"],
    ["next_task", "next_card"],
  ] as const) {
    expect(matchShortcut(null, "j", live)).toEqual({ id: "next_task" });
    expect(matchShortcut(null, "ArrowDown", live)).toEqual({ id: "next_card" });
  }
});

test("the changes of a task take precedence over the task", () => {
  const live = ["next_file", "next_card", "next_task", "previous_change", "prioritize"] as const;
  expect(matchShortcut(null, "j", live)).toEqual({ id: "next_file" });
  expect(matchShortcut(null, "p", live.toReversed())).toEqual({ id: "previous_change" });
});

// Only one of the lists is shown at a time, and an open task or chat may override a list's keys.
test.each([...LISTS, "Task", "Changes", "Chat"] as const)(
  "no key has two meanings on %s, and no single key starts a sequence",
  (place) => {
    const keys = Object.values(SHORTCUTS)
      .filter(({ group }) => group === place || group === "Everywhere")
      .flatMap((shortcut) => [...shortcut.keys]);
    expect(new Set<string>(keys).size).toBe(keys.length);
    const first = keys.filter((key) => key.includes(" ")).map((key) => key.split(" ")[0]);
    expect(keys.filter((key) => first.includes(key))).toEqual([]);
  },
);

test("keys are labelled as on a keyboard", () => {
  expect(keyLabels("g w")).toEqual(["g", "w"]);
  expect(keyLabels("ArrowUp")).toEqual(["↑"]);
  expect(keyLabels("Escape")).toEqual(["Esc"]);
  expect(keyLabels("J")).toEqual(["⇧J"]);
});
