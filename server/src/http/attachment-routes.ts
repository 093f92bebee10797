import { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { AppError, messageOf } from "#lib/app-error.ts";
import type { Attachments, IncomingFile } from "#uploads/attachments.ts";
import { actorOf } from "./actor-of.ts";
import type { RequestEnv } from "./api.ts";
import { describe, INPUT, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { boundaryOf, readFiles } from "./multipart.ts";

/** How long a client may send nothing before it counts as gone. */
const SILENCE_SECONDS = 60;

export function attachmentRoutes(attachments: Attachments) {
  return new Hono<Undescribed>().post(
    "/api/chats/:id/attachments",
    describe({
      permit: { need: "work", of: "chat" },
      summary: "Give files to a chat; each gets a system message with its path",
      success: 201,
      returns: z.array(ChatMessage),
    }),
    files(),
    async (c) => {
      const bodyBytes = Number(c.req.header("content-length") ?? 0);
      const id = idOf<ChatId>(c);
      return c.json(await attachments.receive(actorOf(c), id, c.req.valid("form"), bodyBytes), 201);
    },
  );
}

type FilesValidator = MiddlewareHandler<
  RequestEnv,
  string,
  { in: { form: { files: File | File[] } }; out: { form: AsyncIterable<IncomingFile> } }
>;

/** The files of a body, to be read as they arrive; the handler finds them under `c.req.valid("form")`. */
function files(): FilesValidator {
  const middleware: FilesValidator = (c, next) => {
    const boundary = boundaryOf(c.req.header("content-type") ?? "");
    if (boundary === null) {
      throw new AppError(
        "VALIDATION_ERROR",
        "Send the files as multipart/form-data, with a boundary of 1 to 70 characters.",
      );
    }
    const body = arriving(c.req.raw.body, c.env.limitIdle);
    c.req.addValidatedData("form", readFiles(body, boundary));
    return next();
  };
  return Object.assign(middleware, { [INPUT]: { where: "files" } });
}

/**
 * A client may be as slow as it likes, as long as it keeps sending; our own time does not count.
 */
async function* arriving(
  body: ReadableStream<Uint8Array> | null,
  limitIdle: (seconds: number) => void,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  try {
    for await (const chunk of body) {
      limitIdle(0);
      yield chunk;
      limitIdle(SILENCE_SECONDS);
    }
  } catch (error) {
    // The client hung up, or sent something that is not HTTP: not our bug.
    throw new AppError("VALIDATION_ERROR", `The body cannot be read: ${messageOf(error)}`);
  } finally {
    limitIdle(SILENCE_SECONDS);
  }
}
