import type { Agent } from "@malamar/contract/agent.ts";
import { AgentId, WorkspaceId } from "@malamar/contract/ids.ts";
import { expect, test } from "bun:test";
import { inOrder, moved } from "./agent-order.logic.ts";

const id = (letter: string) => AgentId.parse(letter.repeat(21));
const [a, b, c] = [id("a"), id("b"), id("c")];

function agent(agentId: AgentId): Agent {
  return {
    id: agentId,
    workspace_id: WorkspaceId.parse("w".repeat(21)),
    name: agentId,
    instruction: "Do it.",
    cli_type: "claude",
    model: null,
    order: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  };
}

test("a moved agent takes its new place and the others close up", () => {
  expect(moved([a, b, c], a, 2)).toEqual([b, c, a]);
  expect(moved([a, b, c], c, 0)).toEqual([c, a, b]);
  expect(moved([a, b, c], b, 2)).toEqual([a, c, b]);
});

test("a move that changes nothing returns null", () => {
  expect(moved([a, b, c], a, 0)).toBe(null);
  expect(moved([a, b, c], a, -1)).toBe(null);
  expect(moved([a, b, c], c, 3)).toBe(null);
  expect(moved([a, b], c, 0)).toBe(null);
});

test("the team is shown in the wished order, newcomers last", () => {
  const team = [agent(a), agent(b), agent(c)];
  expect(inOrder(team, [b, a]).map((member) => member.id)).toEqual([b, a, c]);
});
