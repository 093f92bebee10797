import { z } from "zod";
import { newId } from "@malamar/server/lib/id.ts";
import type { Reply } from "../reply.ts";
import { frame } from "../sse.ts";
import { Content, textOf, type Utterance } from "../talk.ts";
import { plainTool } from "../tool-call.ts";
import { USAGE } from "../usage.ts";
import { messageOf, type ModelCall, type Route, type WireProtocol } from "./wire-protocol.ts";

/** Anthropic Messages: Claude Code, and OpenCode with an Anthropic provider. */
export const anthropicMessages: WireProtocol = {
  name: "anthropic",
  route(path) {
    if (path.endsWith("/messages/count_tokens")) return TOKEN_COUNT;
    return path.endsWith("/messages") ? { asks: "answer", request: Request } : null;
  },
  whole: (reply, model) => ({
    ...emptyMessage(model),
    content: blocksOf(reply),
    stop_reason: stopReason(reply),
    usage: usage(USAGE.output),
  }),
  frames: (reply, model) => eventsOf(reply, model).map((event) => frame(event, event.type)),
  error: (failure) => ({
    type: "error",
    error: { type: ERROR_TYPES.get(failure.status) ?? "api_error", message: messageOf(failure) },
    request_id: `req_${newId()}`,
  }),
};

const TOKEN_COUNT: Route = { asks: "token count", answer: { input_tokens: USAGE.input } };

const ERROR_TYPES: ReadonlyMap<number, string> = new Map([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [413, "request_too_large"],
  [429, "rate_limit_error"],
  [529, "overloaded_error"],
]);

const ToolResult = z.looseObject({ type: z.literal("tool_result"), content: Content.nullish() });
const Block = z.union([
  ToolResult,
  z.looseObject({ type: z.string(), text: z.string().optional() }),
]);
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Block)]),
});

const Request: z.ZodType<ModelCall> = z
  .looseObject({
    model: z.string(),
    stream: z.boolean().default(false),
    messages: z.array(Message),
    tools: z.array(z.looseObject({ name: z.string() })).default([]),
  })
  .transform(({ model, stream, messages, tools }) => ({
    model,
    stream,
    talk: messages.filter(({ role }) => role === "user").flatMap(utterancesOf),
    tools: tools.map(plainTool),
  }));

/**
 * Words next to tool results are reminders, or something that a tool has loaded; they are not a
 * prompt.
 */
function utterancesOf({ content }: z.infer<typeof Message>): Utterance[] {
  if (typeof content === "string") return [{ from: "user", text: content }];
  const results = content.filter(isToolResult);
  if (results.length === 0) return [{ from: "user", text: textOf(content) }];
  return results.map((result) => ({ from: "tool", text: textOf(result.content) }));
}

function isToolResult(block: z.infer<typeof Block>): block is z.infer<typeof ToolResult> {
  return block.type === "tool_result";
}

function emptyMessage(model: string) {
  return {
    id: `msg_${newId()}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
}

/** Cache reads are not part of `input_tokens` here. */
function usage(output: number) {
  return {
    input_tokens: USAGE.input - USAGE.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: USAGE.cached,
    output_tokens: output,
  };
}

function stopReason({ call }: Reply): string {
  return call ? "tool_use" : "end_turn";
}

type AnswerBlock =
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: unknown };

function blocksOf({ thinking, text, call }: Reply): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  if (thinking !== null) blocks.push({ type: "thinking", thinking, signature: "c2NyaXB0ZWQ=" });
  if (text !== null) blocks.push({ type: "text", text });
  if (call) {
    blocks.push({
      type: "tool_use",
      id: `toolu_${newId()}`,
      name: call.tool.name,
      input: call.input,
    });
  }
  return blocks;
}

type StreamEvent = { type: string } & Record<string, unknown>;

function eventsOf(reply: Reply, model: string): StreamEvent[] {
  return [
    // At this point the model has written one token; the total comes at the end.
    { type: "message_start", message: { ...emptyMessage(model), usage: usage(1) } },
    ...blocksOf(reply).flatMap((block, index) => [
      { type: "content_block_start", index, content_block: begun(block) },
      ...deltasOf(block).map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: USAGE.output },
    },
    { type: "message_stop" },
  ];
}

function begun(block: AnswerBlock): AnswerBlock {
  switch (block.type) {
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "text":
      return { ...block, text: "" };
    case "tool_use":
      return { ...block, input: {} };
    default:
      return block satisfies never;
  }
}

function deltasOf(block: AnswerBlock): StreamEvent[] {
  switch (block.type) {
    case "thinking":
      return [
        { type: "thinking_delta", thinking: block.thinking },
        { type: "signature_delta", signature: block.signature },
      ];
    case "text":
      return [{ type: "text_delta", text: block.text }];
    case "tool_use":
      return [{ type: "input_json_delta", partial_json: JSON.stringify(block.input) }];
    default:
      return block satisfies never;
  }
}
