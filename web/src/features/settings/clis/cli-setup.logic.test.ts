import { expect, test } from "bun:test";
import { PathForm, setupSummary, variableForm, variableRows } from "./cli-setup.logic.ts";

const problems = (name: string, value = "x", taken: string[] = []) =>
  variableForm(taken)
    .safeParse({ name, value })
    .error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);

test("a variable needs a valid name and may be empty", () => {
  expect(problems("ANTHROPIC_API_KEY", "")).toBe(undefined);
  expect(problems(" ")).toEqual(["name must not be empty"]);
  expect(problems("1ST")).toEqual(["name must be letters, digits and underscores"]);
  expect(problems("A=B")).toEqual(["name must be letters, digits and underscores"]);
  expect(problems("KEY", "a\0b")).toEqual(["value must not contain a NUL character"]);
});

test("spaces around a name are removed, spaces in a value are kept", () => {
  expect(variableForm([]).parse({ name: " KEY ", value: " a " })).toEqual({
    name: "KEY",
    value: " a ",
  });
});

test("an existing variable is not replaced by accident", () => {
  expect(problems("KEY", "x", ["KEY"])).toEqual(["name is already set; replace it in the list"]);
});

test("a path may be anything but an impossible file name", () => {
  expect(PathForm.safeParse({ binary_path: "" }).success).toBe(true);
  expect(PathForm.safeParse({ binary_path: "a\0" }).success).toBe(false);
});

test("a variable that is removed elsewhere while being replaced stays visible", () => {
  const set = { B: { is_set: true }, A: { is_set: true } };
  expect(variableRows(set, ["B", "C"])).toEqual([
    { name: "A", isSet: true },
    { name: "B", isSet: true },
    { name: "C", isSet: false },
  ]);
  expect(variableRows({}, ["constructor"])).toEqual([{ name: "constructor", isSet: false }]);
});

test("the setup is summed up in a few words", () => {
  const env_vars = { A: { is_set: true } };
  expect(setupSummary({ binary_path: null, env_vars: {}, inherited_env: [] })).toBe("");
  expect(setupSummary({ binary_path: null, env_vars, inherited_env: [] })).toBe("1 variable");
  expect(setupSummary({ binary_path: "/bin/x", env_vars, inherited_env: ["B"] })).toBe(
    "custom path, 1 variable, 1 key passed on",
  );
});
