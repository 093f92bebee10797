import { rowsVariant, TEAM_SIZE } from "../harness/rows-variant.ts";
import type { Scenario } from "../harness/scenario.ts";

const ask: Parameters<typeof rowsVariant>[1] = (id) => ({
  path: `/api/workspaces/${id}/agents`,
  check: (body) => {
    if (Array.isArray(body) && body.length === TEAM_SIZE) return;
    throw new Error("This is not the whole team.");
  },
});

export const listOf100: Scenario = {
  rows: [{ name: "list of 100", unit: "requests/s", better: "higher", bound: 0.7 }],
  note: () =>
    `list of 100: GET /api/workspaces/:id/agents of a team of ${TEAM_SIZE}, asked like the one row, and ` +
    "with the same bare server.",
  bare: () => rowsVariant("bare-rows-server", ask),
  malamar: () => rowsVariant("malamar-server", ask),
};
