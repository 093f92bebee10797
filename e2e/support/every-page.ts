import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { createBoard, demoAgent } from "./board.ts";
import { createChangedTask } from "./changed-tasks.ts";
import { createChats, script } from "./chat-pages.ts";
import type { Malamar } from "./malamar.ts";
import { until } from "./until.ts";

export interface KnownPage {
  path: string;
  /** Visible once its data has arrived. */
  shows: (page: Page) => Locator;
}

/** A workspace with a bit of everything, and every page there is. */
export async function everyPage(malamar: Malamar): Promise<Record<string, KnownPage>> {
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
