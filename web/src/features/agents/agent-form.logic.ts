import { Agent } from "@malamar/contract/agent.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { preferredCli } from "@malamar/contract/plain/cli.ts";
import type { z } from "zod";
import { ApiError } from "#lib/api.ts";
import { fieldProblems, type FieldProblem } from "#lib/server-errors.logic.ts";

/** The fields of an agent that a person edits. */
export const AgentForm = Agent.pick({ name: true, instruction: true, cli_type: true, model: true });
export type AgentFormInput = z.input<typeof AgentForm>;
export type AgentFormOutput = z.output<typeof AgentForm>;

type AgentField = keyof AgentFormInput;
const AGENT_FIELDS = AgentForm.keyof().options;

/** The values for an existing agent, or for a new one with the default CLI. */
export function agentFormValues(agent: Agent | null, clis: readonly CliHealth[]): AgentFormInput {
  if (agent === null) {
    return { name: "", instruction: "", cli_type: preferredCli(clis), model: "" };
  }
  const { name, instruction, cli_type, model } = agent;
  return { name, instruction, cli_type, model: model ?? "" };
}

/** The field that a refusal of the server is about, or null. */
export function agentProblems(error: unknown): FieldProblem<AgentField>[] | null {
  const isNameTaken = error instanceof ApiError && error.code === "CONFLICT";
  if (isNameTaken) return [{ field: "name", message: "is already used by another agent here" }];
  return fieldProblems(error, AGENT_FIELDS);
}
