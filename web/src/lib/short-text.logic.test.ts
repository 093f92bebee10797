import { expect, test } from "bun:test";
import { firstLine, shortened } from "./short-text.logic.ts";

test("a short text stays as it is", () => {
  expect(shortened("Fix login", 9)).toBe("Fix login");
});

test("a long text is cut between letters, not inside one", () => {
  expect(shortened("😀😀😀", 2)).toBe("😀😀…");
  expect(shortened("x".repeat(200_000), 3)).toBe("xxx…");
});

test("the first line is the first that is not empty", () => {
  expect(firstLine("\n  \n  Exit code 1  \nmore")).toBe("Exit code 1");
  expect(firstLine(" \n")).toBe("");
});
