import {
  BlobQuery,
  Changes,
  ChangesQuery,
  MarkLooked,
  PatchQuery,
  SendReview,
  ViewFile,
} from "@malamar/contract/changes.ts";
import type { ChatId, TaskId } from "@malamar/contract/ids.ts";
import { Task, TaskComment } from "@malamar/contract/task.ts";
import { Hono, type Context } from "hono";
import type { ChangesService } from "#repository/changes.ts";
import type { Looks } from "#repository/looks.ts";
import type { SendReviewNow } from "#repository/review.ts";
import { actorOf } from "./actor-of.ts";
import type { RequestEnv } from "./api.ts";
import { blobType } from "./blob-type.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { jsonBody, optionalJsonBody, query } from "./validate.ts";

interface Deps {
  changes: ChangesService;
  looks: Pick<Looks, "mark" | "setViewed">;
  sendReview: SendReviewNow;
}

/** Set when a patch is cut because it is longer than anyone reads. */
const IS_CUT = "X-Is-Cut";

const patchDescription = {
  success: 200,
  returns: "text/x-diff",
  headers: { [IS_CUT]: "1 if the patch is longer than this response" },
} as const;

export function changesRoutes({ changes, looks, sendReview }: Deps) {
  return new Hono<Undescribed>()
    .get(
      "/api/tasks/:id/changes",
      describe({
        permit: { need: "see", of: "task" },
        summary:
          "What differs between two states of a task's files: base, looked, now, or a checkpoint by its id",
        success: 200,
        returns: Changes,
      }),
      query(ChangesQuery),
      async (c) =>
        c.json(await changes.list({ task_id: idOf<TaskId>(c) }, c.req.valid("query")), 200),
    )
    .get(
      "/api/chats/:id/changes",
      describe({
        permit: { need: "see", of: "chat" },
        summary: "What differs between two states of the files that a chat works on",
        success: 200,
        returns: Changes,
      }),
      query(ChangesQuery),
      async (c) =>
        c.json(await changes.list({ chat_id: idOf<ChatId>(c) }, c.req.valid("query")), 200),
    )
    .get(
      "/api/tasks/:id/changes/patch",
      describe({
        permit: { need: "see", of: "task" },
        summary: "The patch of one file between two states of a task, as git prints it",
        ...patchDescription,
      }),
      query(PatchQuery),
      async (c) =>
        sendPatch(c, await changes.patch({ task_id: idOf<TaskId>(c) }, c.req.valid("query"))),
    )
    .get(
      "/api/chats/:id/changes/patch",
      describe({
        permit: { need: "see", of: "chat" },
        summary:
          "The patch of one file between two states of the files that a chat works on, as git prints it",
        ...patchDescription,
      }),
      query(PatchQuery),
      async (c) =>
        sendPatch(c, await changes.patch({ chat_id: idOf<ChatId>(c) }, c.req.valid("query"))),
    )
    .get(
      "/api/tasks/:id/blob",
      describe({
        permit: { need: "see", of: "task" },
        summary: "A file of a stored state, up to 10 MiB; only pictures have a type of their own",
        success: 200,
        returns: "application/octet-stream",
      }),
      query(BlobQuery),
      async (c) =>
        sendBlob(c, await changes.blob({ task_id: idOf<TaskId>(c) }, c.req.valid("query"))),
    )
    .get(
      "/api/chats/:id/blob",
      describe({
        permit: { need: "see", of: "chat" },
        summary: "A file of a state that was stored for a chat, up to 10 MiB",
        success: 200,
        returns: "application/octet-stream",
      }),
      query(BlobQuery),
      async (c) =>
        sendBlob(c, await changes.blob({ chat_id: idOf<ChatId>(c) }, c.req.valid("query"))),
    )
    .put(
      "/api/tasks/:id/viewed",
      describe({
        permit: { need: "work", of: "task" },
        summary: "Mark a file as viewed in one state, or take the mark away",
        success: 204,
      }),
      jsonBody(ViewFile),
      (c) => {
        looks.setViewed(idOf<TaskId>(c), c.req.valid("json"));
        return c.body(null, 204);
      },
    )
    .post(
      "/api/tasks/:id/looked",
      describe({
        permit: { need: "work", of: "task" },
        summary: "Mark the changes up to a checkpoint as looked at; by default up to the newest",
        success: 200,
        returns: Task,
      }),
      optionalJsonBody(MarkLooked),
      (c) => c.json(looks.mark(idOf<TaskId>(c), c.req.valid("json").checkpoint_id), 200),
    )
    .post(
      "/api/tasks/:id/review",
      describe({
        permit: { need: "work", of: "task" },
        summary:
          "Send comments on lines: they become one comment on the task, and its team continues",
        success: 201,
        returns: TaskComment,
      }),
      jsonBody(SendReview),
      async (c) => c.json(await sendReview(actorOf(c), idOf<TaskId>(c), c.req.valid("json")), 201),
    );
}

function sendPatch(c: Context<RequestEnv>, { patch, isCut }: { patch: string; isCut: boolean }) {
  const headers = { "Content-Type": "text/x-diff; charset=utf-8", ...(isCut && { [IS_CUT]: "1" }) };
  return c.body(patch, 200, headers);
}

/** Whatever the blob contains, nothing in it runs, loads anything, or passes for something else. */
function sendBlob(c: Context<RequestEnv>, bytes: Uint8Array) {
  // A copy: its buffer may be shared with other work.
  return c.body(new Uint8Array(bytes), 200, {
    "Content-Type": blobType(bytes),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
  });
}
