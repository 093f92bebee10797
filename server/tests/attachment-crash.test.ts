import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Chat } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import type { Workspace } from "@malamar/contract/workspace.ts";
import { UNFINISHED_PREFIX } from "#uploads/attachment-name.ts";
import {
  attachmentsServer,
  CHAT,
  multipart,
  openRequest,
  part,
} from "#testing/attachments-server.ts";
import { until } from "#testing/live-processes.ts";
import { startMalamar } from "#testing/run-malamar.ts";
import { tempDir } from "#testing/temp-dir.ts";

/** A server on these directories, as soon as it can be reached. */
async function serve(dataDir: string, temp: string) {
  const server = startMalamar(["--port", "0", "--data-dir", dataDir, "--temp-dir", temp]);
  let log = "";
  for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
    log += text;
    const port = /is running at http:\/\/127\.0\.0\.1:(\d+)/.exec(log)?.[1];
    if (port !== undefined) return { server, port: Number(port) };
  }
  throw new Error(`The server ended: ${log}`);
}

test("what is left of an upload after a kill -9 is deleted by the next start", async () => {
  using dir = tempDir();
  const [dataDir, temp] = [join(dir.path, "data"), join(dir.path, "temp")];
  const { server, port } = await serve(dataDir, temp);
  const api = `http://127.0.0.1:${port}/api`;
  const [workspace] = (await (await fetch(`${api}/workspaces`)).json()) as Workspace[];
  const { id } = (await (
    await fetch(`${api}/workspaces/${workspace!.id}/chats`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
  ).json()) as Chat;
  const folder = join(temp, `malamar_chat_${id}_attachments`);
  const stored = () => (existsSync(folder) ? readdirSync(folder) : []);

  const body = multipart(part("whole", "1"), part("half", "x".repeat(5000)));
  await openRequest(
    { port, path: `/api/chats/${id}/attachments` },
    `Content-Length: ${body.length}\r\n`,
    body.subarray(0, 1000).toString("latin1"),
  );
  await until(() => stored().length === 2);
  server.kill("SIGKILL");
  await server.exited;
  expect(stored().filter((name) => name !== "whole")).toHaveLength(1);

  const again = await serve(dataDir, temp);
  expect(stored()).toEqual(["whole"]);
  again.server.kill("SIGTERM");
  await again.server.exited;
}, 60_000);

test("what an upload left in a chat is removed with the chat, but not what is still arriving", async () => {
  await using server = await attachmentsServer();
  await server.send(multipart(part("whole", "1")));
  writeFileSync(join(server.folder, `${UNFINISHED_PREFIX}half`), "left by a crash");
  const body = multipart(part("late", "x".repeat(5000)));
  const request = await openRequest(
    server,
    `Content-Length: ${body.length}\r\n`,
    body.subarray(0, 1000).toString("latin1"),
  );
  await until(() => Object.keys(server.stored()).length === 3);

  server.attachments.abandon(CHAT as ChatId);
  expect(Object.keys(server.stored())).toHaveLength(2);
  expect(Object.keys(server.stored())).not.toContain(`${UNFINISHED_PREFIX}half`);
  request.hangUp();
});
