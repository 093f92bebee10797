import {
  Chat,
  ChatMessage,
  ChatSummary,
  CreateChat,
  SendMessage,
  UpdateChat,
} from "@malamar/contract/chat.ts";
import type { ChatId, WorkspaceId } from "@malamar/contract/ids.ts";
import { PageQuery } from "@malamar/contract/page.ts";
import { Hono } from "hono";
import { z } from "zod";
import type { ChatService } from "#domain/chat/chat-service.ts";
import type { CliHealthMonitor } from "#engines/cli/cli-health.ts";
import type { StopFirst } from "#loop/stop-first.ts";
import { actorOf } from "./actor-of.ts";
import { describe, type Undescribed } from "./describe.ts";
import { idOf } from "./id-of.ts";
import { sendPage } from "./send-page.ts";
import { jsonBody, optionalJsonBody, query } from "./validate.ts";

const ChatQuery = PageQuery.extend({ q: z.string().optional() });

export function chatRoutes(
  chatService: ChatService,
  stopFirst: StopFirst,
  cliHealth: Pick<CliHealthMonitor, "current" | "recheck">,
) {
  return new Hono<Undescribed>()
    .get(
      "/api/workspaces/:id/chats",
      describe({
        permit: { need: "see", of: "workspace" },
        summary: "List chats without their messages, latest message first; q searches the titles",
        success: 200,
        returns: z.array(ChatSummary),
      }),
      query(ChatQuery),
      (c) => sendPage(c, chatService.list(idOf<WorkspaceId>(c), c.req.valid("query"))),
    )
    .post(
      "/api/workspaces/:id/chats",
      describe({
        permit: { need: "work", of: "workspace" },
        summary: "Start a chat with an agent, or with the Malamar agent if none is named",
        success: 201,
        returns: Chat,
      }),
      optionalJsonBody(CreateChat),
      (c) => c.json(chatService.create(actorOf(c), idOf<WorkspaceId>(c), c.req.valid("json")), 201),
    )
    .get(
      "/api/chats/:id",
      describe({
        permit: { need: "see", of: "chat" },
        summary: "Read a chat with its messages",
        success: 200,
        returns: Chat,
      }),
      (c) => c.json(chatService.get(idOf<ChatId>(c)), 200),
    )
    .put(
      "/api/chats/:id",
      describe({
        permit: { need: "work", of: "chat" },
        summary: "Rename a chat, switch its agent, or choose a CLI for it",
        success: 200,
        returns: Chat,
      }),
      jsonBody(UpdateChat),
      (c) => c.json(chatService.update(actorOf(c), idOf<ChatId>(c), c.req.valid("json")), 200),
    )
    .delete(
      "/api/chats/:id",
      describe({
        permit: { need: "work", of: "chat" },
        summary: "Stop the active run of a chat and delete the chat",
        success: 204,
      }),
      async (c) => {
        await stopFirst.removeChat(actorOf(c), idOf<ChatId>(c));
        return c.body(null, 204);
      },
    )
    .post(
      "/api/chats/:id/messages",
      describe({
        permit: { need: "work", of: "chat" },
        summary: "Send a message; the answer follows without another request",
        success: 201,
        returns: ChatMessage,
      }),
      jsonBody(SendMessage),
      async (c) => {
        const id = idOf<ChatId>(c);
        // Right after a start the CLIs may not have been checked yet.
        if (chatService.lacksCli(id)) await cliHealth.current();
        // The user may have installed one, or logged in, since the last check.
        if (chatService.lacksCli(id)) await cliHealth.recheck();
        return c.json(chatService.send(actorOf(c), id, c.req.valid("json").message), 201);
      },
    )
    .post(
      "/api/chats/:id/cancel",
      describe({
        permit: { need: "work", of: "chat", evenUnstored: true },
        summary: "Stop the current answer",
        success: 200,
        returns: Chat,
      }),
      async (c) => c.json(await stopFirst.cancelChat(actorOf(c), idOf<ChatId>(c)), 200),
    );
}
