import { rowsVariant } from "../harness/rows-variant.ts";
import type { Scenario } from "../harness/scenario.ts";

const ask: Parameters<typeof rowsVariant>[1] = (id) => ({
  path: `/api/workspaces/${id}`,
  check: (body) => {
    if (body && typeof body === "object" && "id" in body && body.id === id) return;
    throw new Error("This is not the workspace that was asked for.");
  },
});

export const readOneRow: Scenario = {
  rows: [{ name: "read one row", unit: "requests/s", better: "higher", bound: 0.4 }],
  note: () =>
    "read one row: GET /api/workspaces/:id over 32 connections at once. Bare: a Bun.serve with one " +
    "route, one SELECT and Response.json: no access checks, no log, no other route.",
  bare: () => rowsVariant("bare-rows-server", ask),
  malamar: () => rowsVariant("malamar-server", ask),
};
