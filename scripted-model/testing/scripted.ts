import type { Answer, Conversation } from "../mind.ts";
import { startScriptedModel, type ScriptedModel } from "../model-server.ts";
import { followSteps } from "../steps.ts";

/** A scripted model for one test: `await using model = scripted({ kind: "says", text: "Hi." })`. */
export function scripted(...steps: Answer[]) {
  const heard: Conversation[] = [];
  const follow = followSteps(steps);
  const model: ScriptedModel = startScriptedModel({
    mind: (conversation) => {
      heard.push(conversation);
      return follow(conversation);
    },
  });
  const send = (path: string, body: unknown) =>
    fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
  return {
    ...model,
    /** What reached the mind. */
    heard,
    send,
    sendForJson: async (path: string, body: unknown) => (await send(path, body)).json(),
    sendForEvents: async (path: string, body: unknown) => readEvents(await send(path, body)),
    [Symbol.asyncDispose]: model.stop,
  };
}

/** The data of every event of a stream, parsed where it is JSON. */
async function readEvents(response: Response): Promise<unknown[]> {
  const frames = (await response.text()).split("\n\n").filter((frame) => frame !== "");
  return frames.map((frame) => {
    const data = /^data: (.*)$/m.exec(frame)?.[1] ?? "";
    return data === "[DONE]" ? data : JSON.parse(data);
  });
}

/** Every kind of thing that a model can send at once. */
export const EVERYTHING: Answer = {
  kind: "calls",
  tool: "look",
  input: { path: "/a" },
  text: "I look.",
  thinking: "Hm.",
};
