import { z } from "zod";
import { newId } from "@malamar/server/lib/id.ts";
import type { Reply } from "../reply.ts";
import { frame } from "../sse.ts";
import { joinTexts, type Utterance } from "../talk.ts";
import { plainTool } from "../tool-call.ts";
import { USAGE } from "../usage.ts";
import { messageOf, type ModelCall, type Route, type WireProtocol } from "./wire-protocol.ts";

/** Gemini: the path names model and method. */
export const gemini: WireProtocol = {
  name: "gemini",
  route(path): Route | null {
    const [, model, method] =
      /\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/.exec(path) ?? [];
    if (model === undefined) return null;
    if (method === "countTokens") return TOKEN_COUNT;
    return { asks: "answer", request: requestTo(model, method === "streamGenerateContent") };
  },
  whole: (reply, model) => ({ ...chunk(partsOf(reply), "STOP"), ...closing(model) }),
  frames: (reply, model) => [
    ...partsOf(reply).map((part) => frame(chunk([part]))),
    frame({ ...chunk([{ text: "" }], "STOP"), ...closing(model) }),
  ],
  error: (failure) => ({
    error: {
      code: failure.status,
      message: messageOf(failure),
      status: ERROR_STATUSES.get(failure.status) ?? "UNKNOWN",
      details:
        failure.retryAfterSeconds === undefined ? [] : [retryInfo(failure.retryAfterSeconds)],
    },
  }),
};

const TOKEN_COUNT: Route = { asks: "token count", answer: { totalTokens: USAGE.input } };

const ERROR_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, "INVALID_ARGUMENT"],
  [401, "UNAUTHENTICATED"],
  [403, "PERMISSION_DENIED"],
  [404, "NOT_FOUND"],
  [429, "RESOURCE_EXHAUSTED"],
  [500, "INTERNAL"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
]);

/** The service states the retry time here; its clients read this, not the header. */
function retryInfo(seconds: number) {
  return { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds}s` };
}

const Content = z.looseObject({
  role: z.string().optional(),
  parts: z.array(
    z.looseObject({
      text: z.string().optional(),
      functionResponse: z.looseObject({ response: z.record(z.string(), z.unknown()) }).optional(),
    }),
  ),
});

const Body = z.looseObject({
  contents: z.array(Content),
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z.array(z.looseObject({ name: z.string() })).default([]),
      }),
    )
    .default([]),
  generationConfig: z
    .looseObject({
      responseJsonSchema: z.unknown().optional(),
      responseSchema: z.unknown().optional(),
    })
    .default({}),
});

function requestTo(model: string, stream: boolean): z.ZodType<ModelCall> {
  return Body.transform(({ contents, tools, generationConfig }) => ({
    model,
    stream,
    talk: contents.filter(({ role }) => role !== "model").flatMap(utterancesOf),
    tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(plainTool)),
    schema: generationConfig.responseJsonSchema ?? generationConfig.responseSchema,
  }));
}

function utterancesOf({ parts }: z.infer<typeof Content>): Utterance[] {
  const answers = parts.flatMap(({ functionResponse }) =>
    functionResponse ? [functionResponse] : [],
  );
  if (answers.length === 0) return [{ from: "user", text: joinTexts(parts.map((p) => p.text)) }];
  return answers.map(({ response }) => ({ from: "tool", text: answerText(response) }));
}

/** Tools answer with an object; their output is in `output`, unless they failed. */
function answerText(response: Record<string, unknown>): string {
  return typeof response["output"] === "string" ? response["output"] : JSON.stringify(response);
}

type Part = Record<string, unknown>;

function partsOf({ thinking, text, call }: Reply): Part[] {
  const parts: Part[] = [];
  if (thinking !== null) parts.push({ text: thinking, thought: true });
  if (text !== null) parts.push({ text });
  if (call) {
    parts.push({
      functionCall: { id: newId(), name: call.tool.name, args: call.input },
      thoughtSignature: "c2NyaXB0ZWQ=",
    });
  }
  return parts;
}

function chunk(parts: Part[], finishReason?: string) {
  return { candidates: [{ content: { role: "model", parts }, index: 0, finishReason }] };
}

function closing(model: string) {
  return {
    usageMetadata: {
      promptTokenCount: USAGE.input,
      cachedContentTokenCount: USAGE.cached,
      candidatesTokenCount: USAGE.output,
      totalTokenCount: USAGE.input + USAGE.output,
    },
    modelVersion: model,
    responseId: newId(),
  };
}
