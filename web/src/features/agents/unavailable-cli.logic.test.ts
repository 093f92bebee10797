import type { Agent } from "@malamar/contract/agent.ts";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { cliHealth } from "#lib/testing/cli-health.ts";
import { unavailableClis } from "./unavailable-cli.logic.ts";

const NOW = "2026-01-01T00:00:00.000Z";

function agent(name: string, cli_type: InstalledCliType): Agent {
  return {
    id: AgentId.parse("a".repeat(21)),
    workspace_id: WorkspaceId.parse("w".repeat(21)),
    name,
    instruction: "Do it.",
    cli_type,
    model: null,
    order: 1,
    created_at: NOW,
    updated_at: NOW,
  };
}

test("only unavailable CLIs that the team uses are named", () => {
  const team = [
    agent("Planner", "claude"),
    agent("Reviewer", "codex"),
    agent("Approver", "claude"),
  ];
  const clis = [
    cliHealth("claude", "unhealthy"),
    cliHealth("codex", "healthy"),
    cliHealth("gemini", "unhealthy"),
  ];
  expect(unavailableClis(team, clis)).toEqual([{ cli: "claude", names: "Planner and Approver" }]);
});

test("a CLI that was not checked yet is not called unavailable", () => {
  expect(unavailableClis([agent("Planner", "claude")], [])).toEqual([]);
});

test("a long name is cut", () => {
  const team = [agent("N".repeat(200), "claude")];
  expect(unavailableClis(team, [cliHealth("claude", "unhealthy")])[0]?.names).toBe(
    `${"N".repeat(32)}…`,
  );
});

test("a long list of names is cut", () => {
  const team = ["A", "B", "C", "D", "E"].map((name) => agent(name, "claude"));
  expect(unavailableClis(team, [cliHealth("claude", "unhealthy")])[0]?.names).toBe(
    "A, B, C, and 2 more",
  );
});
