import { z } from "zod";
import { newId } from "@malamar/server/lib/id.ts";
import type { Reply } from "../reply.ts";
import { frame } from "../sse.ts";
import { Content, textOf, type Utterance } from "../talk.ts";
import { plainTool } from "../tool-call.ts";
import { USAGE } from "../usage.ts";
import { openaiError } from "./openai-error.ts";
import { ANSWERED_AT, type ModelCall, type WireProtocol } from "./wire-protocol.ts";

/** OpenAI Chat Completions: Qwen Code, and OpenCode with a compatible provider. */
export const openaiChat: WireProtocol = {
  name: "chat",
  route: (path) =>
    path.endsWith("/chat/completions") ? { asks: "answer", request: Request } : null,
  whole: (reply, model) => ({
    ...envelope("chat.completion", model),
    choices: [{ index: 0, message: messageFor(reply), finish_reason: finishReason(reply) }],
    usage: usage(),
  }),
  frames(reply, model) {
    const base = envelope("chat.completion.chunk", model);
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      frame({ ...base, choices: [{ index: 0, delta, finish_reason }] });
    return [
      chunk({ role: "assistant", content: "" }),
      ...deltasOf(reply).map((delta) => chunk(delta)),
      chunk({}, finishReason(reply)),
      frame({ ...base, choices: [], usage: usage() }),
      frame("[DONE]"),
    ];
  },
  error: openaiError,
};

const Request: z.ZodType<ModelCall> = z
  .looseObject({
    model: z.string(),
    stream: z.boolean().default(false),
    messages: z.array(z.looseObject({ role: z.string(), content: Content.nullish() })),
    tools: z
      .array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() }))
      .default([]),
  })
  .transform(({ model, stream, messages, tools }) => ({
    model,
    stream,
    talk: messages.flatMap(({ role, content }): Utterance[] => {
      if (role !== "user" && role !== "tool") return [];
      return [{ from: role, text: textOf(content) }];
    }),
    tools: tools.flatMap((tool) => (tool.function ? [plainTool(tool.function)] : [])),
  }));

function envelope(object: string, model: string) {
  return { id: `chatcmpl-${newId()}`, object, created: ANSWERED_AT, model };
}

function usage() {
  return {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.input + USAGE.output,
    prompt_tokens_details: { cached_tokens: USAGE.cached },
  };
}

function finishReason({ call }: Reply): string {
  return call ? "tool_calls" : "stop";
}

function messageFor(reply: Reply) {
  return { role: "assistant", content: null, ...Object.assign({}, ...deltasOf(reply)) };
}

/** `reasoning_content` is not an OpenAI field, but compatible services and clients agree on it. */
function deltasOf({ thinking, text, call }: Reply): Record<string, unknown>[] {
  const deltas: Record<string, unknown>[] = [];
  if (thinking !== null) deltas.push({ reasoning_content: thinking });
  if (text !== null) deltas.push({ content: text });
  if (call) {
    const called = { name: call.tool.name, arguments: JSON.stringify(call.input) };
    deltas.push({
      tool_calls: [{ index: 0, id: `call_${newId()}`, type: "function", function: called }],
    });
  }
  return deltas;
}
