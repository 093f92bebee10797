import type { z } from "zod";
import { describeIssues } from "@malamar/server/lib/describe-issues.ts";
import { anthropicMessages } from "./protocols/anthropic-messages.ts";
import { gemini } from "./protocols/gemini.ts";
import { openaiChat } from "./protocols/openai-chat.ts";
import { openaiResponses } from "./protocols/openai-responses.ts";
import type { ModelCall, WireProtocol } from "./protocols/wire-protocol.ts";
import { sendFailure } from "./respond.ts";

export type Incoming =
  | { kind: "call"; protocol: WireProtocol; call: ModelCall }
  /** Nothing that a model would have to think about. */
  | { kind: "settled"; protocol: WireProtocol | null; response: Response };

const PROTOCOLS = [anthropicMessages, openaiResponses, openaiChat, gemini];

/** Paths are recognized by their ends: the beginning depends on how a CLI is pointed here. */
export async function readRequest(request: Request, path: string): Promise<Incoming> {
  for (const protocol of request.method === "POST" ? PROTOCOLS : []) {
    const route = protocol.route(path);
    if (route?.asks === "answer") return readCall(protocol, route.request, await request.text());
    if (route) return { kind: "settled", protocol, response: Response.json(route.answer) };
  }
  const isList = request.method === "GET" && path.endsWith("/models");
  const response = isList ? Response.json(MODELS) : unknownPath(request.method, path);
  return { kind: "settled", protocol: null, response };
}

function readCall(protocol: WireProtocol, schema: z.ZodType<ModelCall>, text: string): Incoming {
  const refuse = (message: string): Incoming => {
    const response = sendFailure(protocol, { kind: "fails", status: 400, message });
    return { kind: "settled", protocol, response };
  };
  const body = parseJson(text);
  if (body === undefined) return refuse("The body is not JSON.");
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return { kind: "call", protocol, call: parsed.data };
  return refuse(describeIssues(parsed.error.issues, "The body must be a JSON object"));
}

/** Undefined, which is not JSON, for an invalid body. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MODEL = {
  id: "scripted-model",
  object: "model",
  type: "model",
  display_name: "Scripted model",
  owned_by: "malamar",
};

/** Fields of Anthropic's list and of OpenAI's, side by side. */
const MODELS = { object: "list", data: [MODEL], has_more: false };

function unknownPath(method: string, path: string): Response {
  const message = `The scripted model does not answer ${method} ${path}.`;
  return Response.json({ error: { type: "not_found_error", message } }, { status: 404 });
}
