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
  bare: () => rowsVariant("bare-rows-server.ts", ask),
  malamar: () => rowsVariant("malamar-server.ts", ask),
};
