import { expect, test } from "bun:test";
import { readOptions } from "./options.ts";

const read = (...argv: string[]) => readOptions(argv, ["tasks", "chats"], 7);

test("without options it is the usual number of hours, with a new seed every time", () => {
  expect(read()).toEqual({ hours: 100, seed: 7, without: [], report: null });
});

test("hours, seed, skipped kinds of work and a report can be chosen", () => {
  const argv = ["--hours", "500", "--seed", "3", "--without", "chats", "--report", "soak.md"];
  expect(read(...argv)).toEqual({ hours: 500, seed: 3, without: ["chats"], report: "soak.md" });
});

test.each([
  ["--hours", "7", "--hours must be a whole number from 8 on"],
  ["--hours", "many", "--hours must be a whole number"],
  ["--without", "sleep", 'There is no work "sleep". There is tasks, chats.'],
])("%s %s is refused with the allowed values", (name, value, message) => {
  expect(() => read(name, value)).toThrow(message);
});
