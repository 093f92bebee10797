import { expect, test } from "bun:test";
import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { USER } from "#testing/actors.ts";
import { createAttachments } from "./attachments.ts";

const CHAT = "chat-with-21-letters-" as ChatId;

async function* file(name: string, meanwhile = () => {}) {
  async function* content() {
    yield Buffer.from("half");
    meanwhile();
  }
  yield { name, content: content() };
}

test("the rest of a broken upload that the disk kept is deleted after the next one", async () => {
  using dir = tempDir();
  const attachments = createAttachments({
    tempDir: dir.path,
    maxUploadMb: 0,
    requireChat: () => {},
    noteUpload: (_actor, _id, path) => ({ message: path }) as ChatMessage,
  });
  const folder = join(dir.path, `malamar_chat_${CHAT}_attachments`);
  // As long as a file is where the folder was, nothing in the folder can be written or removed.
  const breakDisk = () => {
    renameSync(folder, `${folder}.aside`);
    writeFileSync(folder, "");
  };
  const trouble: unknown = await attachments
    .receive(USER, CHAT, file("a", breakDisk), 4)
    .catch((error: unknown) => error);
  expect(trouble).toBeInstanceOf(Error);
  rmSync(folder);
  renameSync(`${folder}.aside`, folder);
  expect(readdirSync(folder)).toHaveLength(1);

  await attachments.receive(USER, CHAT, file("b"), 4);
  expect(readdirSync(folder)).toEqual(["b"]);
});
