import { expect, test } from "bun:test";
import { PathForm, setupSummary, variableForm, variableRows } from "./cli-setup.logic.ts";

const problems = (name: string, value = "x", taken: string[] = []) =>
  variableForm(taken)
    .safeParse({ name, value })
    .error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);

test("a variable needs a name that a program can ask for, and may be empty", () => {
  expect(problems("ANTHROPIC_API_KEY", "")).toBe(undefined);
  expect(problems(" ")).toEqual(["name must not be empty"]);
  expect(problems("1ST")).toEqual(["name must be letters, digits and underscores"]);
  expect(problems("A=B")).toEqual(["name must be letters, digits and underscores"]);
  expect(problems("KEY", "a\0b")).toEqual(["value must not contain a NUL character"]);
});

test("spaces around a name are not part of it; those of a value are", () => {
  expect(variableForm([]).parse({ name: " KEY ", value: " a " })).toEqual({
    name: "KEY",
    value: " a ",
  });
});

test("a variable that is set is not set by accident again", () => {
  expect(problems("KEY", "x", ["KEY"])).toEqual(["name is already set; replace it in the list"]);
});

test("a path may be anything but what no file can be called", () => {
  expect(PathForm.safeParse({ binary_path: "" }).success).toBe(true);
  expect(PathForm.safeParse({ binary_path: "a\0" }).success).toBe(false);
});

test("a variable that somebody removes while it is replaced stays in sight", () => {
  const set = { B: { is_set: true }, A: { is_set: true } };
  expect(variableRows(set, ["B", "C"])).toEqual([
    { name: "A", isSet: true },
    { name: "B", isSet: true },
    { name: "C", isSet: false },
  ]);
  expect(variableRows({}, ["constructor"])).toEqual([{ name: "constructor", isSet: false }]);
});

test("what was set is told in a few words", () => {
  const env_vars = { A: { is_set: true } };
  expect(setupSummary({ binary_path: null, env_vars: {}, inherited_env: [] })).toBe("");
  expect(setupSummary({ binary_path: null, env_vars, inherited_env: [] })).toBe("1 variable");
  expect(setupSummary({ binary_path: "/bin/x", env_vars, inherited_env: ["B"] })).toBe(
    "custom path, 1 variable, 1 key passed on",
  );
});
