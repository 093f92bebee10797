import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rounds } from "@malamar/server/testing/rounds.ts";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent, request } from "./board.ts";
import { createChangedTask } from "./changed-tasks.ts";
import { createChats, script } from "./chat-pages.ts";
import { expect } from "./fixtures.ts";
import type { Malamar } from "./malamar.ts";
import { taskView, waitingAgent } from "./task-pages.ts";
import { until } from "./until.ts";

export interface KnownPage {
  path: string;
  /** Visible once its data has arrived. */
  shows: (page: Page) => Locator;
  /** What people do before they are there. */
  open?: (page: Page) => Promise<void>;
  /** It does not exist in narrower windows. */
  minWidth?: number;
}

type Pages = Record<string, KnownPage>;

/** All pages, by the kind of server that they need. */
export const PAGE_SETS: Record<string, (malamar: Malamar) => Promise<Pages>> = rounds<
  Record<string, (malamar: Malamar) => Promise<Pages>>
>({ "every page": everyPage }, { "every page": everyPage, "every first page": everyFirstPage });

export async function goTo(page: Page, name: string, { path, open, shows }: KnownPage) {
  await page.goto(path);
  await open?.(page);
  await expect(shows(page).first(), name).toBeVisible();
}

/** The pages that a window of this width can show. */
export function fitting(pages: Pages, width: number): [name: string, known: KnownPage][] {
  return Object.entries(pages).filter(([, { minWidth = 0 }]) => width >= minWidth);
}

/** A workspace with a bit of everything, and every page there is. */
export async function everyPage(malamar: Malamar): Promise<Pages> {
  const board = createBoard(malamar.url);
  const chats = createChats(malamar.url);
  const id = await board.createTeam([
    demoAgent("Planner", "say Looking.", "comment **Done**, please look.", "review"),
    demoAgent("Reviewer", "skip"),
  ]);
  const task = await board.createTask(id, "Fix the login");
  await board.reachesReview(task.id);
  const chat = await chats.create(id, { title: "About the login" });
  await chats.ask(chat.id, script("answer It is **mended**."));
  const changed = await createChangedTask(
    malamar,
    { "src/add.ts": "let sum = a + b;\n", "README.md": "Hello\n" },
    { "src/add.ts": "let sum = a - b;\n", "src/new.ts": "let next;\n" },
  );
  await installCli(malamar);
  const workspace = `/workspaces/${id}`;
  const main = (page: Page) => page.getByRole("main");
  return {
    home: { path: "/", shows: (page) => main(page).getByText("Fix the login") },
    board: { path: `${workspace}/tasks`, shows: (page) => page.locator("[data-task-id]") },
    task: {
      path: `${workspace}/tasks/${task.id}`,
      shows: (page) => page.getByText("please look.").last(),
    },
    changes: {
      path: changed.address,
      shows: (page) => page.getByText("let sum = a - b;"),
    },
    chats: {
      path: `${workspace}/chats`,
      shows: (page) => page.getByRole("link", { name: /About the login/ }),
    },
    chat: {
      path: `${workspace}/chats/${chat.id}`,
      shows: (page) => page.getByRole("log", { name: "Messages" }).getByText("mended").last(),
    },
    agents: {
      path: `${workspace}/agents`,
      shows: (page) => page.getByRole("heading", { name: "Reviewer" }),
    },
    "workspace settings": {
      path: `${workspace}/settings`,
      shows: (page) => page.getByLabel("Max passes"),
    },
    settings: {
      path: "/settings",
      shows: (page) => page.getByRole("checkbox", { name: "Pause all work" }),
    },
    help: { path: "/help", shows: (page) => page.getByRole("link", { name: /Concepts/ }) },
    article: {
      path: "/help/team-software",
      shows: (page) => page.getByRole("heading", { name: "Bug hunt" }),
    },
    login: { path: "/login", shows: (page) => page.getByLabel("Token") },
    "not found": { path: "/nowhere", shows: (page) => page.getByText("There is nothing here") },
    ...(await rounds(async () => ({}), everyPart)(malamar, `${workspace}/tasks`, task.id)),
  };
}

/** The parts of a task and of a board that are shown one at a time. */
async function everyPart({ url }: Malamar, tasks: string, id: string): Promise<Pages> {
  const board = createBoard(url);
  const working = await board.createTask(
    await board.createTeam([waitingAgent("Implementer")]),
    "Build it",
  );
  await board.runThatSays(working.id, "At work.");
  const empty = await board.createTeam([demoAgent("Planner", "skip")]);
  const part = (name: string, text: string): KnownPage => ({
    path: `${tasks}/${id}?tab=${name}`,
    shows: (page) => page.getByRole("tabpanel").getByText(text),
  });
  return {
    transcript: part("transcript", "Looking."),
    activity: part("activity", "You created the task"),
    facts: {
      path: `${tasks}/${id}?tab=facts`,
      // Where there is room, they are beside the tabs.
      shows: (page) => page.getByText("Working directory"),
    },
    "a task at work": {
      path: `/workspaces/${working.workspace_id}/tasks/${working.id}`,
      shows: (page) => taskView(page).getByRole("button", { name: "Stop" }),
    },
    "a task beside the board": {
      path: tasks,
      // The view is part of the history: it stays when the page is loaded again.
      open: async (page) => {
        await page.locator(`[data-task-id="${id}"]`).click();
        await expect(taskView(page)).toHaveAttribute("data-view", "panel");
        await page.reload();
      },
      shows: (page) => page.getByText("please look.").last(),
      minWidth: 1280,
    },
    "empty board": {
      path: `/workspaces/${empty}/tasks`,
      shows: (page) => page.getByRole("list", { name: "Example tasks" }),
    },
  };
}

/** What people see before they have installed a CLI. */
async function everyFirstPage({ url }: Malamar): Promise<Pages> {
  // The demo would change while someone looks at it.
  await request(url, "PUT", "/api/settings", { is_paused: true });
  const { workspace_id } = await request<{ workspace_id: string }>(url, "POST", "/api/demo");
  await request(url, "PUT", `/api/workspaces/${workspace_id}`, { is_paused: true });
  await request(url, "PUT", "/api/settings", { is_paused: false });
  return {
    "home without a CLI": {
      path: "/",
      shows: (page) => page.getByRole("main").getByText("Install a CLI"),
    },
    demo: {
      path: `/workspaces/${workspace_id}/tasks`,
      shows: (page) => page.locator("[data-slot=banner-strip]", { hasText: "This is a demo" }),
    },
  };
}

/** Without one, every page would ask for it. */
export async function installCli({ home, url }: Malamar): Promise<void> {
  const program = join(home, "codex");
  writeFileSync(program, "#!/bin/sh\necho 0.166.0\n");
  chmodSync(program, 0o755);
  await fetch(`${url}/api/settings`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ cli_settings: { codex: { binary_path: program } } }),
  });
  await until(async () => {
    const clis = (await (await fetch(`${url}/api/health/cli`)).json()) as { status: string }[];
    return clis.some(({ status }) => status === "healthy") || null;
  }, "a CLI is found");
}
