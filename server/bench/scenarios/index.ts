import type { Scenario } from "../harness/scenario.ts";
import { broadcast } from "./broadcast.ts";
import { createRow } from "./create-row.ts";
import { listOf100 } from "./list-of-100.ts";
import { readOneRow } from "./read-one-row.ts";
import { startBigDatabase } from "./start-big-database.ts";
import { startHello } from "./start-hello.ts";

export const SCENARIOS: readonly Scenario[] = [
  readOneRow,
  listOf100,
  createRow,
  broadcast,
  startBigDatabase,
  startHello,
];
