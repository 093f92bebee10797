import { z } from "zod";
import { Content, textOf, type Utterance } from "../talk.ts";
import type { OfferedTool } from "../tool-call.ts";
import { openaiError } from "./openai-error.ts";
import { framesOf, wholeResponse } from "./openai-responses-output.ts";
import type { ModelCall, WireProtocol } from "./wire-protocol.ts";

/** OpenAI Responses: Codex, and OpenCode with an OpenAI provider. */
export const openaiResponses: WireProtocol = {
  name: "responses",
  route: (path) => (path.endsWith("/responses") ? { asks: "answer", request: Request } : null),
  whole: wholeResponse,
  frames: framesOf,
  error: openaiError,
};

/** Tools may be in groups; the service's own, such as a web search, have no name. */
const Tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).optional(),
});

const Item = z.looseObject({
  type: z.string().default("message"),
  role: z.string().optional(),
  content: Content.nullish(),
  output: Content.nullish(),
  tools: z.array(Tool).default([]),
});
type Item = z.infer<typeof Item>;

const Request: z.ZodType<ModelCall> = z
  .looseObject({
    model: z.string(),
    stream: z.boolean().default(false),
    input: z.union([z.string(), z.array(Item)]),
    tools: z.array(Tool).default([]),
  })
  .transform(({ model, stream, input, tools }) => {
    const items = typeof input === "string" ? [] : input;
    return {
      model,
      stream,
      talk:
        typeof input === "string" ? [{ from: "user", text: input }] : items.flatMap(utterancesOf),
      // Newer Codex models get their tools as the first item of the input.
      tools: [...tools, ...items.flatMap((item) => item.tools)].flatMap(offeredBy),
    };
  });

function utterancesOf({ type, role, content, output }: Item): Utterance[] {
  if (type.endsWith("_call_output")) return [{ from: "tool", text: textOf(output) }];
  if (type !== "message" || role !== "user") return [];
  return [{ from: "user", text: textOf(content) }];
}

function offeredBy({ type, name, tools }: z.infer<typeof Tool>): OfferedTool[] {
  if (name === undefined) return [];
  if (type !== "namespace") return [{ name, freeform: type === "custom", namespace: null }];
  const namespace = name === DEFAULT_NAMESPACE ? null : name;
  return (tools ?? []).flatMap((tool) => offeredBy(tool).map((inner) => ({ ...inner, namespace })));
}

/** Tools in this group are called without naming it. */
const DEFAULT_NAMESPACE = "functions";
