import { join } from "node:path";
import { createBoard, demoAgent, request } from "../support/board.ts";
import { createChangedTask, writeFiles, type Files } from "../support/changed-tasks.ts";
import { startMalamar } from "../support/malamar.ts";
import { createRepository } from "../support/repositories.ts";
import { installedClis } from "./installed-clis.ts";

const PAGES = 5_000;
const SECTIONS = ["account", "basket", "catalogue", "checkout", "help", "legal", "news", "orders"];

function pagesOf(layout: string, more = ""): Files {
  return Object.fromEntries(
    Array.from({ length: PAGES }, (_, at) => {
      const title = `Page ${at}`;
      return [
        `pages/${SECTIONS[at % SECTIONS.length]}/page-${String(at).padStart(4, "0")}.tsx`,
        `import { ${layout} } from "#layout/page.tsx";

export const page = () => (
  <${layout} title="${title}"${more}>
    <Content of={${at}} />
  </${layout}>
);
`,
      ];
    }),
  );
}

const CODER = demoAgent(
  "Coder",
  "write notes.md For: {task}",
  "comment It is done, and the tests pass.",
  "review",
);

/** A Malamar on two repositories: in one a task has changed 5,000 files, in the other tasks come and go. */
export async function createShop() {
  const clis = installedClis();
  const malamar = await startMalamar({ env: clis.env });
  const board = createBoard(malamar.url);
  const many = await createChangedTask(malamar, pagesOf("Frame"), pagesOf("Page", " isWide"), {
    title: "Shop",
  });
  await board.changeTask(many.task.id, { summary: "Move every page to the wide layout" });

  const repository = createRepository(join(malamar.home, "website"));
  const website = await board.createTeam([CODER], {
    title: "Website",
    working_directory_mode: "git",
    working_directory_path: repository,
  });
  const work = async (summary: string, more: Files = {}) => {
    const { id } = await board.createTask(website, summary);
    await board.reachesReview(id);
    writeFiles((await board.task(id)).working_directory, more);
    return id;
  };
  const remove = async (taskId: string) => {
    await board.moveToDone(taskId);
    const path = `/api/workspaces/${website}/worktrees`;
    const { worktrees } = await request<{ worktrees: { id: string; task_id: string }[] }>(
      malamar.url,
      "GET",
      path,
    );
    const { id } = worktrees.find(({ task_id }) => task_id === taskId)!;
    return fetch(`${malamar.url}/api/worktrees/${id}`, { method: "DELETE" });
  };
  await board.changeSettings({ checkpoint_max_file_mb: 1 });
  await remove(await work("Try another cache"));
  await work("Show prices with tax");
  await board.moveToDone(await work("Write the imprint"));
  // No checkpoint holds it, so it keeps its worktree.
  await remove(await work("Import the old orders", { "orders.sql": "x".repeat(2 ** 21) }));

  return {
    changes: malamar.url + many.address,
    settings: `${malamar.url}/workspaces/${website}/settings`,
    async [Symbol.asyncDispose]() {
      await malamar[Symbol.asyncDispose]();
      clis[Symbol.dispose]();
    },
  };
}

export type Shop = Awaited<ReturnType<typeof createShop>>;
