import type { Answer, Mind, Protocol } from "./mind.ts";
import type { ModelCall, WireProtocol } from "./protocols/wire-protocol.ts";
import { readRequest } from "./read-request.ts";
import { replyFor } from "./reply.ts";
import { sendFailure, sendHalf, sendNever, sendNothing, sendReply } from "./respond.ts";
import { smallTalk } from "./small-talk.ts";
import { readTalk } from "./talk.ts";

export interface SeenRequest {
  method: string;
  /** Without the query, which may contain a key. */
  path: string;
  protocol: Protocol | null;
  model: string | null;
  /** Names of the headers that carry a key; never their values. */
  authorization: readonly string[];
}

interface Options {
  mind: Mind;
  /** Any free one by default. */
  port?: number;
  onRequest?: (request: SeenRequest) => void;
  /** Asked first; null leaves the answer to the model. */
  control?: (request: Request) => Promise<Response> | null;
}

export interface ScriptedModel {
  url: string;
  /** Every request so far, oldest first. */
  requests: readonly SeenRequest[];
  setMind: (mind: Mind) => void;
  /** Ends hanging connections, too. */
  stop: () => Promise<void>;
}

/** A model server that only this machine can reach; its answers come from the mind. */
export function startScriptedModel(options: Options): ScriptedModel {
  let { mind } = options;
  const requests: SeenRequest[] = [];

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    // Hanging is one of the answers.
    idleTimeout: 0,
    fetch: (request) => options.control?.(request) ?? answer(request),
    error: ({ message }) =>
      Response.json({ error: { message: `The mind failed: ${message}` } }, { status: 500 }),
  });

  async function answer(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname;
    const incoming = await readRequest(request, path);
    const seen: SeenRequest = {
      method: request.method,
      path,
      protocol: incoming.protocol?.name ?? null,
      model: incoming.kind === "call" ? incoming.call.model : null,
      authorization: [...request.headers.keys()].filter((name) => CARRIES_KEY.test(name)),
    };
    requests.push(seen);
    options.onRequest?.(seen);
    if (incoming.kind === "settled") return incoming.response;
    const { protocol, call } = incoming;
    if (call.tools.length === 0) return sendReply(protocol, call, smallTalk(call.schema));
    const tools = call.tools.map(({ name }) => name);
    const said = readTalk(call.talk);
    const decided = await mind({ protocol: protocol.name, model: call.model, ...said, tools });
    return carryOut(decided, protocol, call, request.signal);
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    setMind: (next) => {
      mind = next;
    },
    stop: () => server.stop(true),
  };
}

const CARRIES_KEY = /authorization|api-key/;

function carryOut(
  answer: Answer,
  protocol: WireProtocol,
  call: ModelCall,
  gone: AbortSignal,
): Response | Promise<Response> {
  switch (answer.kind) {
    case "says":
    case "runs":
    case "reads":
    case "writes":
    case "calls":
    case "returns":
      return sendReply(protocol, call, replyFor(answer, call.tools));
    case "fails":
      return sendFailure(protocol, answer);
    case "hangs":
      return sendNever(gone);
    case "cuts":
      return sendHalf(protocol, call);
    case "drops":
      return sendNothing();
    default:
      return answer satisfies never;
  }
}
