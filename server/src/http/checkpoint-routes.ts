import { Checkpoint, RestoreCheckpoint } from "@malamar/contract/checkpoint.ts";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { CheckpointList } from "#repository/checkpoint-list.ts";
import type { Restore } from "#repository/restore.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { sendPage } from "./send-page.ts";
import { jsonBody, query } from "./validate.ts";

interface Deps {
  checkpointList: CheckpointList;
  restore: Pick<Restore, "restore">;
}

export function checkpointRoutes({ checkpointList, restore }: Deps) {
  return new Hono<Undescribed>()
    .get(
      "/api/tasks/:id/checkpoints",
      describe({
        permit: { need: "see", of: "task" },
        summary: "List the stored states of a task's files, oldest first",
        success: 200,
        returns: z.array(Checkpoint),
      }),
      query(PageQuery),
      (c) => sendPage(c, checkpointList.ofTask(idOf<TaskId>(c), c.req.valid("query"))),
    )
    .get(
      "/api/chats/:id/checkpoints",
      describe({
        permit: { need: "see", of: "chat" },
        summary: "List the stored states of the files that a chat works on, oldest first",
        success: 200,
        returns: z.array(Checkpoint),
      }),
      query(PageQuery),
      (c) => sendPage(c, checkpointList.ofChat(idOf<ChatId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/tasks/:id/checkpoints",
      describe({
        permit: { need: "work", of: "task" },
        summary:
          "Store the state of a task's files now; returns the newest checkpoint if nothing has changed",
        success: [201, 200],
        returns: Checkpoint,
      }),
      async (c) => {
        const { checkpoint, isNew } = await checkpointList.takeNow(idOf<TaskId>(c));
        return isNew ? c.json(checkpoint, 201) : c.json(checkpoint, 200);
      },
    )
    .post(
      "/api/tasks/:id/restore",
      describe({
        permit: { need: "work", of: "task" },
        summary:
          "Restore a task's files to a stored state; returns the state before, and restoring that one is the undo",
        success: 200,
        returns: Checkpoint,
      }),
      jsonBody(RestoreCheckpoint),
      async (c) => {
        const { checkpoint_id } = c.req.valid("json");
        return c.json(await restore.restore(actorOf(c), idOf<TaskId>(c), checkpoint_id), 200);
      },
    );
}
