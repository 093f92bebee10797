import { expect, test } from "bun:test";
import { card } from "#features/tasks/testing/builders.ts";
import { inNewOrder, placeAt, stepFrom, type Step } from "./order.logic.ts";

/** "a b c", with a mark on the prioritized one: "a! b". */
const todo = (names: string) =>
  names
    .split(" ")
    .map((name) => card(name.replace("!", ""), "todo", { is_priority: name.endsWith("!") }));
const idOf = (name: string) => card(name, "todo").id;
const named = (place: ReturnType<typeof stepFrom>) =>
  place === null ? null : (place.after?.replaceAll("-", "") ?? "the top");

test.each<[string, string, Step, string | null]>([
  ["a b c", "b", "up", "the top"],
  ["a b c", "c", "up", "a"],
  ["a b c", "a", "up", null],
  ["a b c", "a", "down", "b"],
  ["a b c", "c", "down", null],
  ["a b c", "c", "top", "the top"],
  ["a b c", "a", "top", null],
  ["a! b c", "b", "up", null],
  ["a! b c", "c", "top", "a"],
  ["a! b c", "a", "down", null],
  ["a b c", "gone", "up", null],
])("in %j, %s goes %s: after %j", (names, name, step, after) => {
  expect(named(stepFrom(todo(names), idOf(name), step))).toBe(after);
});

test.each<[string, string, number, string | null]>([
  ["a b c d", "a", 2, "c"],
  ["a b c d", "d", 0, "the top"],
  ["a b c d", "b", 1, null],
  ["a! b c", "c", 0, null],
  ["a b", "a", 2, null],
])("in %j, %s dropped at %p goes after %j", (names, name, index, after) => {
  expect(named(placeAt(todo(names), idOf(name), index))).toBe(after);
});

test.each([
  ["c", null, "c a b"],
  ["a", "b", "b a c"],
  ["a", "c", "b c a"],
  ["gone", null, "a b c"],
])("%s after %s is %j", (name, after, result) => {
  const order = inNewOrder(todo("a b c"), idOf(name), after === null ? null : idOf(after));
  expect(order.map(({ summary }) => summary).join(" ")).toBe(result);
});
