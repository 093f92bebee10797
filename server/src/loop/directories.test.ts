import { expect, test } from "bun:test";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createLogger } from "#lib/logger.ts";
import { newId } from "#lib/id.ts";
import { tempDir } from "#testing/temp-dir.ts";
import { createDirectories } from "./directories.ts";

test("while someone has all of a directory, tasks and chats wait in every folder of it", async () => {
  using dir = tempDir();
  const top = realpathSync(dir.path);
  const [web, beside] = [join(top, "repo/web"), join(top, "repository")];
  for (const path of [web, beside]) mkdirSync(path, { recursive: true });
  const nothing = { get: () => null };
  const directories = createDirectories({
    workspaceStore: nothing,
    taskStore: nothing,
    chatStore: nothing,
    taskWaitStore: { directoryWaits: () => [] },
    taskWaits: { release: () => {} },
    logger: createLogger({ level: "error", format: "text", write: () => {} }),
  });
  const at = (path: string) =>
    ({ working_directory_mode: "static", working_directory_path: path }) as const;
  const [whole, task, neighbour] = [1, 2, 3].map(() => directories.forTask(newId()));
  expect(task!.claim(at(web))).toBeNull();
  expect(whole!.claimAll(join(top, "repo"))).toMatchObject({ reason: "directory" });
  task!.leave();
  expect(whole!.claimAll(join(top, "repo"))).toBeNull();
  // It may contain the repository.
  for (const path of [web, top]) expect(task!.claim(at(path))).toMatchObject({ detail: "a task" });
  expect(neighbour!.claim(at(beside))).toBeNull();
  const order: string[] = [];
  const chat = directories.share(at(web), newId()).then((place) => {
    order.push("chat");
    return place;
  });
  await new Promise(setImmediate);
  order.push("left");
  whole!.leave();
  expect((await chat).others).toEqual([]);
  expect(order).toEqual(["left", "chat"]);
  // Otherwise a chat waits for nobody, and does not block tasks in other directories.
  expect((await directories.share(at(web), newId())).others).toEqual(["a chat"]);
});
