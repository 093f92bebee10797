import { expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createBoard } from "../support/board.ts";
import { createHome, startMalamar } from "../support/malamar.ts";
import { processesIn } from "../support/processes.ts";
import { until } from "../support/until.ts";

/** How long a demonstration may take until there is something to see. */
const MINUTE_MS = 60_000;

test(
  "malamar demo works with nothing configured and nothing installed, and leaves nothing behind",
  async () => {
    await using home = createHome();
    const [user, temp] = ["user", "temp"].map((name) => join(home.dir, name)) as [string, string];
    mkdirSync(user);
    mkdirSync(temp);
    await using demo = await startMalamar({
      home,
      args: ["demo"],
      env: {
        HOME: user,
        TMPDIR: temp,
        PATH: "",
        MALAMAR_PORT: undefined,
        MALAMAR_DATA_DIR: undefined,
        MALAMAR_TEMP_DIR: undefined,
      },
    });
    const board = createBoard(demo.url);
    const [workspace] = await board.workspaces();
    const inReview = async () => {
      const tasks = await board.tasks(workspace!.id);
      return tasks.filter(({ status }) => status === "in_review").map(({ id }) => id);
    };
    const before = new Set(await inReview());
    await until(
      async () => {
        const tasks = await board.tasks(workspace!.id);
        const isAtWork = tasks.some((task) => task.current_run_id !== null);
        return isAtWork && (await inReview()).some((id) => !before.has(id));
      },
      "one task is In Review and an agent is at work on another one",
      MINUTE_MS,
    );
    expect(readdirSync(temp)).toHaveLength(1);

    expect(await demo.stop("SIGINT")).toBe(0);
    expect(processesIn(home.dir)).toEqual([]);
    expect(readdirSync(temp)).toEqual([]);
    expect(readdirSync(user)).toEqual([]);
  },
  2 * MINUTE_MS,
);
