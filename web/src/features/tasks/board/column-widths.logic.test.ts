import type { TaskStatus } from "@malamar/contract/task.ts";
import { expect, test } from "bun:test";
import { COLUMNS, everyColumn } from "./board.logic.ts";
import { columnWidths } from "./column-widths.logic.ts";

const full = "minmax(14.75rem, 1fr)";
const empty = "minmax(8.5rem, 0.4fr)";

function widths(emptyOnes: TaskStatus[], folded: TaskStatus[]) {
  const facts = (status: TaskStatus) => ({
    isEmpty: emptyOnes.includes(status),
    isFolded: folded.includes(status),
  });
  return columnWidths(everyColumn(facts));
}

test("columns with cards share the board", () => {
  expect(widths([], [])).toBe([full, full, full, full].join(" "));
});

test("an empty column is narrow and a folded one a strip, with or without cards", () => {
  expect(widths(["todo", "done"], ["in_review", "done"])).toBe(
    [empty, full, "2.75rem", "2.75rem"].join(" "),
  );
});

test("an empty board has columns of their usual width", () => {
  expect(widths([...COLUMNS], [])).toBe([full, full, full, full].join(" "));
});
