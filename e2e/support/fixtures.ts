import { test as base, expect, type APIRequestContext, type Page } from "@playwright/test";
import { startMalamar, type Malamar } from "./malamar.ts";

interface Options {
  /** Flags of this test's server. */
  args: string[];
  /** Its environment, added to what every test has. */
  env: Record<string, string>;
  /** Console messages that this test provokes on purpose. */
  allowedNoise: RegExp | null;
  /** Hosts other than Malamar that this test visits on purpose. */
  allowedHosts: RegExp | null;
}

interface Fixtures {
  malamar: Malamar;
  /** Two windows of the same browser share what tabs share. */
  newTab: () => Promise<Page>;
}

/** Every test has its own server on an empty database, and a console that stays silent. */
export const test = base.extend<Options & Fixtures>({
  args: [[], { option: true }],
  env: [{}, { option: true }],
  allowedNoise: [null, { option: true }],
  allowedHosts: [null, { option: true }],

  malamar: async ({ args, env }, use) => {
    const malamar = await startMalamar({ args, env });
    await use(malamar);
    await malamar[Symbol.asyncDispose]();
  },

  baseURL: async ({ malamar }, use) => use(malamar.url),

  context: async ({ context, allowedNoise, allowedHosts, malamar }, use) => {
    const noise: string[] = [];
    const abroad: string[] = [];
    context.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      const isOurs = host === new URL(malamar.url).host || !protocol.startsWith("http");
      if (!isOurs && !allowedHosts?.test(host)) abroad.push(request.url());
    });
    context.on("page", (page) => {
      page.on("pageerror", (error) => noise.push(`page error: ${error.message}`));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
          noise.push(`${message.text()} ${message.location().url}`);
      });
    });
    await use(context);
    const unexpected = noise.filter((text) => !allowedNoise?.test(text));
    expect(unexpected, "the console stays silent").toEqual([]);
    expect(abroad, "the page asks nobody but Malamar").toEqual([]);
  },

  newTab: async ({ context }, use) => use(() => context.newPage()),
});

export { expect };

interface Created {
  id: string;
}

export async function createWorkspace(api: APIRequestContext, title: string): Promise<Created> {
  const response = await api.post("/api/workspaces", { data: { title } });
  expect(response.status()).toBe(201);
  return (await response.json()) as Created;
}

/** A workspace with a team of these names, opened on its agents. */
export async function openTeam(page: Page, ...names: string[]): Promise<Created> {
  const workspace = await createWorkspace(page.request, "Website");
  for (const name of names) {
    const data = { name, instruction: `You are the ${name}.` };
    await page.request.post(`/api/workspaces/${workspace.id}/agents`, { data });
  }
  await page.goto(`/workspaces/${workspace.id}/agents`);
  await expect(page.getByRole("heading", { name: "Website" })).toBeVisible();
  return workspace;
}

/** Without a CLI; the news about CLIs comes last, and moves the rest of the page down. */
export async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await expect(page.getByText("Install a CLI")).toBeVisible();
}

/** What is rarely needed is in the menu at the foot of the sidebar. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Settings and help" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

export async function deleteAllWorkspaces(api: APIRequestContext): Promise<void> {
  const all = (await (await api.get("/api/workspaces")).json()) as Created[];
  for (const { id } of all) await api.delete(`/api/workspaces/${id}`);
}
