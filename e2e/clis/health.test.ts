import { describe, expect, test } from "bun:test";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import { programOf } from "../support/clis/installed-clis.ts";
import { TEST_MS } from "../support/clis/known.ts";
import { startStage, type Stage } from "../support/clis/stage.ts";

async function deepCheck({ board }: Stage, type: CliHealth["cli_type"]): Promise<CliHealth> {
  const clis = await board.checkClis({ deep: true, cli_type: type });
  return clis.find(({ cli_type }) => cli_type === type)!;
}

// One after the other: a check has thirty seconds, and the slowest CLI needs half of them when
// others run too.
describe.each(CLIS)("$label", ({ type, label }) => {
  test(
    "a deep check finds the program, its version and a model that answers",
    async () => {
      await using stage = await startStage(type, { team: {} });
      expect(await deepCheck(stage, type)).toMatchObject({
        status: "healthy",
        version: INSTALLED_CLIS[type].testedVersion,
        path: programOf(INSTALLED_CLIS[type].binary),
        error: null,
        answered_at: expect.any(String),
      });
      expect(stage.model.requests.some(({ model }) => model !== null)).toBe(true);
    },
    TEST_MS,
  );

  test(
    "a deep check finds a refused login",
    async () => {
      await using stage = await startStage(type, { team: {} });
      stage.model.setMind(() => ({ kind: "fails", status: 401 }));
      const health = await deepCheck(stage, type);
      expect(health).toMatchObject({ status: "unhealthy", answered_at: null });
      expect(health.advice).toStartWith(`${label} is not logged in`);
    },
    TEST_MS,
  );
});
