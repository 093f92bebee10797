import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBoard, request } from "#support/board.ts";
import { createProgramFolder } from "#support/fake-programs.ts";
import { startFakeSlack } from "#support/fake-services.ts";
import { startMalamar } from "#support/malamar.ts";
import { rounds } from "@malamar/server/testing/rounds.ts";
import { until } from "#support/until.ts";

const TASKS = rounds(60, 2400);
const MINUTE_MS = 60_000;

/** What Claude Code prints when its model asks for review. */
const REVIEWED = JSON.stringify({
  type: "result",
  is_error: false,
  subtype: "success",
  structured_output: { actions: [{ type: "change_status", status: "in_review" }] },
});

test.each(["is not installed", "is not logged in"] as const)(
  `${TASKS} tasks on a CLI that %s are one problem, and all are done once it is there`,
  async (trouble) => {
    const programs = createProgramFolder();
    using _ = { [Symbol.dispose]: programs.remove };
    const [starts, login] = [join(programs.dir, "starts"), join(programs.dir, "login")];
    const install = () =>
      programs.add(
        "claude",
        "echo 2.1.325",
        `echo >> ${starts}; [ -e ${login} ] || { echo "Not logged in · Please run /login"; exit 1; }\necho '${REVIEWED}'`,
      );
    if (trouble === "is not logged in") install();
    await using slack = await startFakeSlack("/hook");
    await using malamar = await startMalamar({
      env: { PATH: `${programs.dir}:/usr/bin:/bin` },
    });
    const board = createBoard(malamar.url);
    await request(malamar.url, "PUT", "/api/settings", { slack_webhook_url: `${slack.url}/hook` });
    const workspace = await board.createTeam([
      { name: "Planner", cli_type: "claude", instruction: "Plan it." },
    ]);
    await request(malamar.url, "PUT", `/api/workspaces/${workspace}`, {
      notify_on_in_review: false,
    });
    for (let at = 0; at < TASKS; at++) await board.createTask(workspace, `Task ${at}`);

    const statuses = async () => {
      const tasks = await request<{ status: string; wait_reason: string | null }[]>(
        malamar.url,
        "GET",
        `/api/workspaces/${workspace}/tasks`,
      );
      return tasks.map(({ status, wait_reason }) => wait_reason ?? status);
    };
    const all = (word: string) => async () => (await statuses()).every((status) => status === word);
    await until(all("engine"), "all wait for the engine", MINUTE_MS);
    const started = existsSync(starts) ? readFileSync(starts, "utf8").length : 0;
    expect(started).toBeLessThanOrEqual(5);
    expect(slack.received).toHaveLength(1);

    writeFileSync(login, "");
    install();
    await request(malamar.url, "POST", "/api/health/cli/refresh", {});
    await until(all("in_review"), "all are worked", 10 * MINUTE_MS);
    expect(slack.received).toHaveLength(1);
  },
  20 * MINUTE_MS,
);
