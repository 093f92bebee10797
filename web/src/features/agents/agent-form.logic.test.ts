import { expect, test } from "bun:test";
import { cliHealth } from "#lib/testing/cli-health.ts";
import { ApiError } from "#lib/api.ts";
import { AgentForm, agentFormValues, agentProblems } from "./agent-form.logic.ts";

test("a new agent starts with the first healthy CLI", () => {
  const clis = [cliHealth("claude", "unhealthy"), cliHealth("gemini", "healthy")];
  expect(agentFormValues(null, clis).cli_type).toBe("gemini");
  expect(agentFormValues(null, []).cli_type).toBe("claude");
});

test("an empty model means none", () => {
  const values = { ...agentFormValues(null, []), name: " Planner ", instruction: "Plan." };
  expect(AgentForm.parse(values)).toEqual({
    name: "Planner",
    instruction: "Plan.",
    cli_type: "claude",
    model: null,
  });
});

test("a taken name is a problem of the name field", () => {
  const error = new ApiError(409, "CONFLICT", "Agent name 'Planner' already exists");
  expect(agentProblems(error)).toEqual([
    { field: "name", message: "is already used by another agent here" },
  ]);
});

test("a validation message goes to its field, and any other to none", () => {
  const error = new ApiError(400, "VALIDATION_ERROR", "instruction: must not be empty");
  expect(agentProblems(error)).toEqual([{ field: "instruction", message: "must not be empty" }]);
  expect(agentProblems(new ApiError(500, "INTERNAL_ERROR", "broken"))).toBe(null);
});
