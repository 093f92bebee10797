import { expect, test } from "bun:test";
import { readOptions } from "./options.ts";

const KNOWN = ["kill-server", "disk-full"];
const read = (...argv: string[]) => readOptions(argv, KNOWN, 7);

test("without options it is a short run of every kind, with a new seed every time", () => {
  expect(read()).toEqual({ faults: 40, seed: 7, kinds: [], report: null });
});

test("number, seed, kinds and a report can be chosen, in any order", () => {
  const argv = ["--kinds", "disk-full, kill-server", "--seed", "0", "--faults", "2000"];
  expect(read("--report", "faults.md", ...argv)).toEqual({
    faults: 2000,
    seed: 0,
    kinds: ["disk-full", "kill-server"],
    report: "faults.md",
  });
});

test.each([
  ["--faults", "0", "--faults must be a whole number from 1 on"],
  ["--faults", "many", "--faults must be a whole number"],
  ["--seed", "-1", "--seed must be a whole number"],
  ["--seed", "", "--seed must be a whole number"],
  ["--kinds", "flood", 'There is no kind "flood". There are kill-server, disk-full.'],
  ["--report", "", "--report must name a file"],
  ["--report", "--seed", "--report must name a file"],
  ["--loud", "1", "There is no option --loud."],
])("%s %s is refused with the allowed values", (name, value, message) => {
  expect(() => read(name, value)).toThrow(message);
});
