import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { InstalledCliType } from "@malamar/contract/cli.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { startScriptedModel } from "@malamar/scripted-model/model-server.ts";
import { INSTALLED_CLIS } from "@malamar/server/engines/cli/registry.ts";
import { prepareCliHome, runByHand } from "../support/clis/by-hand.ts";
import { answers, review } from "../support/clis/cast.ts";
import { TEST_MS } from "../support/clis/known.ts";
import { inReview } from "../support/clis/looking.ts";
import { environmentIn, startStage } from "../support/clis/stage.ts";
import { createHome } from "../support/malamar.ts";

/** A model that each of them accepts, and what it then asks its server for. */
const NAMED: Readonly<Record<InstalledCliType, { name: string; asked: string }>> = {
  claude: { name: "claude-opus-4-5", asked: "claude-opus-4-5" },
  codex: { name: "gpt-5.2-codex", asked: "gpt-5.2-codex" },
  gemini: { name: "gemini-2.5-flash", asked: "gemini-2.5-flash" },
  opencode: { name: "scripted/model", asked: "model" },
  qwen: { name: "another-model", asked: "another-model" },
};

describe.each(CLIS)("$label", ({ type }) => {
  test.concurrent(
    "the request names the agent's model",
    async () => {
      const { name, asked } = NAMED[type];
      await using stage = await startStage(type, {
        team: { Planner: answers(review) },
        model: name,
      });
      const { id } = await stage.createTask();
      await inReview(stage, id);
      expect(stage.model.requests.map(({ model }) => model)).toContain(asked);
    },
    TEST_MS,
  );

  test.concurrent(
    "a model name that looks like a flag is still a name",
    async () => {
      const { versionArguments, testedVersion } = INSTALLED_CLIS[type];
      await using home = createHome();
      const model = startScriptedModel({ mind: () => ({ kind: "says", text: "OK" }) });
      const cliHome = join(home.dir, "cli-home");
      prepareCliHome(type, { url: model.url, home: cliHome });
      const { stdout } = await runByHand(type, {
        url: model.url,
        cliHome,
        environment: environmentIn(home),
        cwd: home.dir,
        prompt: "Say OK",
        inputPath: join(home.dir, "in.md"),
        outputPath: join(home.dir, "out.json"),
        answerSchema: null,
        model: versionArguments[0]!,
      });
      await model.stop();
      // As a flag it would print its version and nothing else.
      expect(stdout.replaceAll(/[^\d.]/g, "")).not.toBe(testedVersion);
    },
    TEST_MS,
  );
});
