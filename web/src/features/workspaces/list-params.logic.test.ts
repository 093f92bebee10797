import { expect, test } from "bun:test";
import { changeListParams, readListParams, type ListParams } from "./list-params.logic.ts";

const read = (search: string) => readListParams(new URLSearchParams(search));
const change = (search: string, params: Partial<ListParams>) =>
  changeListParams(new URLSearchParams(search), params).toString();

test("an empty address lists everything by recent activity", () => {
  expect(read("")).toEqual({ q: "", sort: "-last_activity_at" });
});

test("the address contains search and sort", () => {
  expect(read("q=shop&sort=created_at")).toEqual({ q: "shop", sort: "created_at" });
});

test("an unknown sort is ignored", () => {
  expect(read("sort=title").sort).toBe("-last_activity_at");
});

test("defaults are left out of the address and unrelated parameters stay", () => {
  expect(change("q=old&x=1", { q: "", sort: "-last_activity_at" })).toBe("x=1");
  expect(change("x=1", { q: "a b", sort: "-created_at" })).toBe("x=1&q=a+b&sort=-created_at");
});

test("a change keeps the other parameters", () => {
  expect(change("q=shop&sort=created_at", { q: "auth" })).toBe("q=auth&sort=created_at");
  expect(change("q=shop", { sort: "created_at" })).toBe("q=shop&sort=created_at");
});
