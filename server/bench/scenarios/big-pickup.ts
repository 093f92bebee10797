import type { Task } from "@malamar/contract/task.ts";
import { NEEDS_BIG_DATA } from "../big-data/data-sets.ts";
import { startOn } from "../big-data/looked-at.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { shellProgram } from "../harness/shell-program.ts";
import { startStamps } from "../harness/stamps.ts";

const STARTS = 20;
const LOOK_MS = 2;

const name = "big: task created → CLI process started, in the largest workspace";

export const bigPickup: Scenario = {
  rows: [
    { name: `${name}, median`, unit: "ms", better: "lower", bound: null },
    { name: `${name}, 95 %`, unit: "ms", better: "lower", bound: null, quantile: 0.95 },
  ],
  onDemand: NEEDS_BIG_DATA,
  bare: () => variant("small"),
  malamar: () => variant("big"),
};

/** What Claude Code says last when it has answered with what it was asked for. */
const ANSWER = JSON.stringify({
  type: "result",
  subtype: "success",
  is_error: false,
  session_id: "bench",
  structured_output: { actions: [{ type: "skip" }] },
  usage: { input_tokens: 10, output_tokens: 10 },
});

async function variant(which: "small" | "big"): Promise<Variant> {
  const folder = temporaryFolder();
  const stamps = await startStamps();
  const binary_path = shellProgram(folder, [
    `case "$1" in --version) echo 2.1.0; exit;; esac`,
    `echo started >"${stamps.path}"`,
    `echo '${ANSWER}'`,
  ]);
  const { at, call, stop } = await startOn(which);
  await call("PUT", "/api/settings", { cli_settings: { claude: { binary_path } } });

  async function workTask(): Promise<void> {
    const { id } = await call<Task>("POST", `/api/workspaces/${at.largest}/tasks`, {
      summary: "Look at it",
    });
    for (;;) {
      const { status, last_error } = await call<Task>("GET", `/api/tasks/${id}`);
      if (status === "in_review") return;
      if (last_error !== null) throw new Error(last_error);
      await Bun.sleep(LOOK_MS);
    }
  }

  return {
    round: async () => {
      const times: number[] = [];
      for (let count = 0; count < STARTS; count++) {
        stamps.say("asked");
        await workTask();
        const askedAt = await stamps.next("asked");
        times.push((await stamps.next("started")) - askedAt);
      }
      return [times, times];
    },
    close: async () => {
      await stop();
      await stamps.close();
      removeFolder(folder);
    },
  };
}
