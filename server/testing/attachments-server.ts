import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatMessage } from "@malamar/contract/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import type { ErrorBody } from "@malamar/contract/error.ts";
import { Hono } from "hono";
import { AnsweringRouter } from "#http/answering-router.ts";
import { attachmentRoutes } from "#http/attachment-routes.ts";
import type { RequestEnv } from "#http/api.ts";
import { errorResponse } from "#http/error-response.ts";
import { createRequestHandler, listen } from "#http/http-server.ts";
import { ONE_USER } from "#http/principal.ts";
import { createWebAssets } from "#http/web-assets.ts";
import { notFound } from "#lib/app-error.ts";
import { newId } from "#lib/id.ts";
import { createLogger } from "#lib/logger.ts";
import { createAttachments } from "#uploads/attachments.ts";
import { tempDir } from "./temp-dir.ts";

export const CHAT = "chat-with-21-letters-";
const BOUNDARY = "----a boundary";
export const MULTIPART = `multipart/form-data; boundary="${BOUNDARY}"`;

type Body = NonNullable<RequestInit["body"]>;

/** The route with the real access checks and a real socket, and with a list instead of the chat. */
export async function attachmentsServer({ maxUploadMb = 0 } = {}) {
  const dir = tempDir();
  const root = join(dir.path, "temp");
  const folder = join(root, `malamar_chat_${CHAT}_attachments`);
  mkdirSync(join(dir.path, "canary"));
  writeFileSync(join(dir.path, "canary/alive"), "yes");
  const logLines: string[] = [];
  const notes: string[] = [];
  const chats = new Set<string>([CHAT]);
  const trouble: { error: Error | null } = { error: null };
  const write = (line: string) => logLines.push(line);
  const logger = createLogger({ level: "debug", format: "text", write });
  const attachments = createAttachments({
    tempDir: root,
    maxUploadMb,
    requireChat: (id) => {
      if (!chats.has(id)) throw notFound("Chat");
    },
    noteUpload: (_actor, _id, path) => {
      if (trouble.error) throw trouble.error;
      notes.push(path);
      return messageAbout(path);
    },
  });
  const api = new Hono<RequestEnv>({ router: new AnsweringRouter(() => {}) }).route(
    "/",
    attachmentRoutes(attachments),
  );
  api.onError((error, c) => errorResponse(error, logger, c.env.requestId));
  const policy = { host: "127.0.0.1", port: 0, allowedHosts: [], trustProxy: false };
  const handle = await createRequestHandler({
    api,
    assets: createWebAssets(join(dir.path, "no-page")),
    session: { require: () => ({ principal: ONE_USER, sessionId: null }) },
    isFromRun: () => false,
    lastEventId: () => "",
    note: (error) => error,
    policy,
    logger,
  });
  const idleLimits: number[] = [];
  const answered = new Set<() => void>();
  const server = listen(
    async (request, connection) => {
      const limitIdle = (seconds: number) => {
        idleLimits.push(seconds);
        connection.limitIdle(seconds);
      };
      const response = await handle(request, { ...connection, limitIdle });
      for (const tell of answered) tell();
      return response;
    },
    "127.0.0.1",
    0,
  );
  policy.port = server.port;
  const origin = `http://127.0.0.1:${server.port}`;
  const path = `/api/chats/${CHAT}/attachments`;

  return {
    root,
    folder,
    attachments,
    api,
    port: server.port,
    origin,
    path,
    /** The paths that the chat received. */
    notes,
    logLines,
    idleLimits,
    forgetChat: () => chats.clear(),
    /** From now on the chat refuses attachments. */
    refuseNotes: (error: Error) => void (trouble.error = error),
    /** Everything below the temp root and next to it, with its content. */
    everything: () => contentOf(dir.path),
    /** The content of the chat's folder. */
    stored: () => contentOf(folder),
    send: (body: Body, headers: Record<string, string> = {}) =>
      answerTo(origin + path, body, { "content-type": MULTIPART, ...headers }),
    sendTo: (url: string, body: Body) =>
      answerTo(origin + url, body, { "content-type": MULTIPART }),
    /** Until the server has an answer to a request, whether or not the client still listens. */
    nextAnswer: () => new Promise<void>((resolve) => answered.add(resolve)),
    async [Symbol.asyncDispose]() {
      await server.stop();
      dir[Symbol.dispose]();
    },
  };
}

function messageAbout(path: string): ChatMessage {
  return {
    id: newId(),
    chat_id: newId<ChatId>(),
    role: "system",
    agent_id: null,
    author_name: "System",
    message: `User has uploaded ${path}`,
    actions: null,
    run_id: null,
    created_at: "2026-01-01T00:00:00.000Z",
  };
}

async function answerTo(url: string, body: Body, headers: Record<string, string>) {
  const response = await fetch(url, { method: "POST", body, headers });
  const answer = (await response.json()) as ChatMessage[] & ErrorBody;
  return {
    status: response.status,
    messages: response.ok ? answer.map(({ message }) => message) : [],
    error: response.ok ? null : answer.error.message,
    code: response.ok ? null : answer.error.code,
  };
}

/** One part: a file if it has a file name, else a field. Names are sent unchanged, as bytes. */
export function part(name: string | Uint8Array | null, content: string | Uint8Array): Buffer {
  const disposition =
    name === null
      ? [`Content-Disposition: form-data; name="files"`]
      : [`Content-Disposition: form-data; name="files"; filename="`, name, `"`];
  return rawPart(joined([...disposition, "\r\nContent-Type: application/octet-stream"]), content);
}

export function rawPart(head: string | Uint8Array, content: string | Uint8Array): Buffer {
  return joined([`--${BOUNDARY}\r\n`, head, "\r\n\r\n", content, "\r\n"]);
}

export function multipart(...parts: readonly Buffer[]): Buffer {
  return joined([...parts, `--${BOUNDARY}--\r\n`]);
}

export function joined(pieces: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

function contentOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, "latin1") : ""];
    }),
  );
}

/** A request whose body is sent by hand. */
export async function openRequest(
  { port, path }: { port: number; path: string },
  headers: string,
  body: string,
) {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_socket, data) => resolve(data.toString()),
      close: () => resolve(""),
    },
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${MULTIPART}\r\n${headers}\r\n${body}`,
  );
  return {
    answer,
    send: (more: Uint8Array) => void socket.write(more),
    hangUp: () => socket.terminate(),
  };
}
