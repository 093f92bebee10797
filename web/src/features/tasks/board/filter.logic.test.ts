import { expect, test } from "bun:test";
import { NO_FILTER, isFiltered, labelsOf, readFilter, withFilter } from "./filter.logic.ts";

const full = { q: "fix it", label: "api", agentId: "planner", needsMe: true };

test("a filter is kept in the address next to other parameters", () => {
  const search = withFilter(new URLSearchParams("column=done"), full);
  expect(search.toString()).toBe("column=done&q=fix+it&label=api&agent=planner&needs=me");
  expect(readFilter(search)).toEqual(full);
});

test("an empty filter is not in the address", () => {
  expect(withFilter(new URLSearchParams("column=done&q=x&needs=me"), NO_FILTER).toString()).toBe(
    "column=done",
  );
  expect(readFilter(new URLSearchParams())).toEqual(NO_FILTER);
});

test.each([
  [{}, false],
  [{ q: "  " }, false],
  [{ q: "x" }, true],
  [{ label: "x" }, true],
  [{ agentId: "x" }, true],
  [{ needsMe: true }, true],
])("%p narrows the board: %p", (filter, isNarrow) => {
  expect(isFiltered({ ...NO_FILTER, ...filter })).toBe(isNarrow);
});

test("labels are listed once, ignoring case", () => {
  const tasks = [{ labels: ["web", "API"] }, { labels: ["api", "docs"] }];
  expect(labelsOf(tasks)).toEqual(["API", "docs", "web"]);
});
