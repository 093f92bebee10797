import { AgentId } from "@malamar/contract/ids.ts";
import type { Agent } from "@malamar/contract/agent.ts";
import { expect, test } from "bun:test";
import { cliHealth } from "#lib/testing/cli-health.ts";
import { cliChoices } from "./cli-choice.logic.ts";

const agent_id = AgentId.parse("a".repeat(21));
const agents = [{ id: agent_id, name: "Planner", cli_type: "gemini" } as Agent];
const clis = [cliHealth("claude", "unhealthy"), cliHealth("codex", "healthy")];
const labels = (choices: ReturnType<typeof cliChoices>) => choices.map(({ label }) => label);

test("the Malamar agent uses the first CLI that works, a member of the team its own", () => {
  expect(cliChoices({ agent_id: null, cli_type: null }, agents, clis)[0]).toEqual({
    type: null,
    label: "First available: Codex CLI",
    isUnavailable: false,
    isChosen: true,
  });
  expect(cliChoices({ agent_id, cli_type: "codex" }, agents, clis)[0]).toMatchObject({
    label: "The agent's own: Gemini CLI",
    isChosen: false,
  });
  expect(cliChoices({ agent_id: null, cli_type: null }, agents, [])[0]?.label).toBe(
    "First available",
  );
});

test("every CLI can be chosen, and one that is known not to work is marked", () => {
  const choices = cliChoices({ agent_id: null, cli_type: "codex" }, agents, clis);
  expect(choices.filter((choice) => choice.isUnavailable).map(({ type }) => type)).toEqual([
    "claude",
  ]);
  expect(choices.filter((choice) => choice.isChosen).map(({ type }) => type)).toEqual(["codex"]);
  expect(labels(choices)).toContain("Qwen Code");
});

test("the Demo CLI is offered only if it exists or is already selected", () => {
  expect(labels(cliChoices({ agent_id: null, cli_type: null }, [], clis))).not.toContain(
    "Demo CLI",
  );
  expect(labels(cliChoices({ agent_id: null, cli_type: "demo" }, [], clis))).toContain("Demo CLI");
  const shown = [...clis, cliHealth("demo", "healthy")];
  expect(labels(cliChoices({ agent_id: null, cli_type: null }, [], shown))).toContain("Demo CLI");
});
