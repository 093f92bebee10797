import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { request } from "../support/board.ts";
import { createRepository } from "../support/repositories.ts";
import { startMalamar, type Malamar, type StartOptions } from "../support/malamar.ts";
import { installedClis } from "./installed-clis.ts";
import { SIZES, test } from "./studio.ts";

interface Scene {
  start?: StartOptions;
  /** Returns what the picture shows. */
  open: (page: Page, malamar: Malamar) => Promise<Locator>;
}

const SCENES: Readonly<Record<string, Scene>> = {
  "first-minute": {
    start: { env: { PATH: "/nowhere" } },
    open: async (page, { url }) => {
      await page.goto(url);
      return page.getByText("Install a CLI");
    },
  },

  "create-workspace": {
    open: async (page, { url, home }) => {
      const repository = createRepository(join(home, "website"));
      writeFileSync(join(repository, "notes.md"), "Not yet.\n");
      await page.goto(url);
      await page.getByRole("button", { name: "Create workspace" }).click();
      await page.getByLabel("Title").fill("My website");
      await page.getByLabel("My project").check();
      await page.getByLabel("Path").fill("~/website");
      await page.getByLabel("Title").focus();
      return page.getByRole("dialog").getByText("without your uncommitted file");
    },
  },

  "empty-board": {
    open: async (page, { url }) => {
      const body = { title: "My website" };
      const { id } = await request<{ id: string }>(url, "POST", "/api/workspaces", body);
      await request(url, "POST", `/api/workspaces/${id}/agents/sample-team`, { team: "code" });
      await page.goto(`${url}/workspaces/${id}/tasks`);
      return page.getByRole("list", { name: "Example tasks" });
    },
  },

  login: {
    start: { args: ["--token", "open-sesame-says-ali"] },
    open: async (page, { url }) => {
      await page.goto(`${url}/login`);
      return page.getByLabel("Token");
    },
  },
};

for (const [size, device] of Object.entries(SIZES)) {
  test.describe(size, () => {
    test.use(device);
    for (const [name, { start, open }] of Object.entries(SCENES)) {
      test(name, async ({ page, picture }) => {
        using clis = installedClis();
        await using malamar = await startMalamar({ env: clis.env, ...start });
        await picture(`pages/${name}-${size}`, await open(page, malamar));
      });
    }
  });
}
