import type { CommentId } from "@malamar/contract/ids.ts";
import { TaskComment, UpdateComment } from "@malamar/contract/task.ts";
import { Hono } from "hono";
import type { CommentService } from "#domain/task/comment-service.ts";
import type { DeletedTexts } from "#loop/deleted-texts.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { jsonBody } from "./validate.ts";

export function commentRoutes(commentService: CommentService, deletedTexts: DeletedTexts) {
  return new Hono<Undescribed>()
    .put(
      "/api/comments/:id",
      describe({
        permit: { need: "work", of: "comment" },
        summary: "Change the text of your own comment; agents read the new text, but no run starts",
        success: 200,
        returns: TaskComment,
      }),
      jsonBody(UpdateComment),
      (c) =>
        c.json(
          commentService.edit(actorOf(c), idOf<CommentId>(c), c.req.valid("json").content),
          200,
        ),
    )
    .delete(
      "/api/comments/:id",
      describe({
        permit: { need: "work", of: "comment" },
        summary:
          "Delete the text of your own comment, in the stored inputs of runs too; its entry stays",
        success: 204,
      }),
      async (c) => {
        await deletedTexts.removeComment(actorOf(c), idOf<CommentId>(c));
        return c.body(null, 204);
      },
    );
}
