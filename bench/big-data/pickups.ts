import type { Task } from "@malamar/contract/task.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { shellProgram } from "../harness/shell-program.ts";
import { startStamps } from "../harness/stamps.ts";
import type { OnDataSet } from "./looked-at.ts";

const LOOK_MS = 2;

/** The last line of Claude Code after it has answered. */
const ANSWER = JSON.stringify({
  type: "result",
  subtype: "success",
  is_error: false,
  session_id: "bench",
  structured_output: { actions: [{ type: "skip" }] },
  usage: { input_tokens: 10, output_tokens: 10 },
});

/** Tasks for the largest workspace, whose agent is a program that reports its start. */
export async function startPickups({ at, call }: OnDataSet) {
  const folder = temporaryFolder();
  const stamps = await startStamps();
  const binary_path = shellProgram(folder, [
    `case "$1" in --version) echo 2.1.0; exit;; esac`,
    `echo started >"${stamps.path}"`,
    `echo '${ANSWER}'`,
  ]);
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
    /** Milliseconds from a task's creation to the start of its process. */
    async next(): Promise<number> {
      stamps.say("asked");
      await workTask();
      const askedAt = await stamps.next("asked");
      return (await stamps.next("started")) - askedAt;
    },
    async close(): Promise<void> {
      await stamps.close();
      removeFolder(folder);
    },
  };
}
