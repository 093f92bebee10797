import { expect, test } from "bun:test";
import type { Chat, ChatSummary } from "@malamar/contract/chat.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { createHome, startMalamar } from "../support/malamar.ts";
import { rounds } from "@malamar/server/testing/rounds.ts";
import { until } from "../support/until.ts";

const CHATS = 8;
const KILLS = rounds(3, 10);

/**
 * Answered one after the other, so that every kill finds some that are answered and some that are
 * not.
 */
const question = (at: number) => `\`\`\`demo-chat\nwait ${at * 60}ms\nanswer Answer ${at}\n\`\`\``;

function clientOf(url: string) {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const headers = { "Content-Type": "application/json" };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
    return (await (await fetch(url + path, init)).json()) as Body;
  };
}

type Client = ReturnType<typeof clientOf>;

async function askEverywhere(send: Client): Promise<string[]> {
  const { id } = await send<Workspace>("POST", "/api/workspaces", { title: "Website" });
  const ids: string[] = [];
  for (let at = 0; at < CHATS; at++) {
    const path = `/api/workspaces/${id}/chats`;
    const chat = await send<Chat>("POST", path, { cli_type: "demo" });
    await send("POST", `/api/chats/${chat.id}/messages`, { message: question(at) });
    ids.push(chat.id);
  }
  return ids;
}

test(`${KILLS} times kill -9 while ${CHATS} chats are answered: every question gets one answer, no chat stays locked`, async () => {
  await using home = createHome();
  let ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await using malamar = await startMalamar({ home });
    if (kill === 0) ids = await askEverywhere(clientOf(malamar.url));
    // From before the first answer to after several: this test is about the moment.
    await Bun.sleep((kill * 200) / KILLS);
    await malamar.stop("SIGKILL");
  }
  await using malamar = await startMalamar({ home });
  const send = clientOf(malamar.url);
  const { workspace_id } = await send<Chat>("GET", `/api/chats/${ids[0]}`);
  const isAtRest = async () => {
    const rows = await send<ChatSummary[]>("GET", `/api/workspaces/${workspace_id}/chats`);
    return rows.every(({ is_processing }) => !is_processing);
  };
  await until(isAtRest, "every chat is answered");
  const said: string[][] = [];
  for (const id of ids) {
    const { messages } = await send<Chat>("GET", `/api/chats/${id}`);
    said.push(messages.map(({ message }) => message));
    const again = await send("POST", `/api/chats/${id}/messages`, { message: "Again" });
    expect(again).toMatchObject({ role: "user" });
  }
  expect(said).toEqual(ids.map((_, at) => [question(at), `Answer ${at}`]));
}, 120_000);
