import { newId } from "@malamar/server/lib/id.ts";
import type { Reply } from "../reply.ts";
import { frame } from "../sse.ts";
import type { ToolCall } from "../tool-call.ts";
import { USAGE } from "../usage.ts";
import { ANSWERED_AT } from "./wire-protocol.ts";

export function wholeResponse(reply: Reply, model: string): unknown {
  return completed(begunResponse(model), itemsOf(reply));
}

export function framesOf(reply: Reply, model: string): string[] {
  const response = begunResponse(model);
  const items = itemsOf(reply);
  const events: StreamEvent[] = [
    { type: "response.created", response },
    ...items.flatMap((item, output_index) =>
      eventsOf(item).map((event) => ({ ...event, output_index })),
    ),
    { type: "response.completed", response: completed(response, items) },
  ];
  return events.map((event, sequence_number) => frame({ ...event, sequence_number }, event.type));
}

function begunResponse(model: string) {
  return {
    id: `resp_${newId()}`,
    object: "response",
    created_at: ANSWERED_AT,
    status: "in_progress",
    model,
    output: [],
  };
}

function completed(response: ReturnType<typeof begunResponse>, output: Item[]) {
  const usage = {
    input_tokens: USAGE.input,
    input_tokens_details: { cached_tokens: USAGE.cached },
    output_tokens: USAGE.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: USAGE.input + USAGE.output,
  };
  return { ...response, status: "completed", output, usage };
}

interface Summary {
  type: "summary_text";
  text: string;
}

interface OutputText {
  type: "output_text";
  text: string;
  annotations: [];
}

interface Called {
  id: string;
  call_id: string;
  name: string;
  namespace?: string;
  status: string;
}

type Item =
  | { type: "reasoning"; id: string; summary: Summary[]; encrypted_content: string }
  | { type: "message"; id: string; role: "assistant"; status: string; content: OutputText[] }
  | ({ type: "function_call"; arguments: string } & Called)
  | ({ type: "custom_tool_call"; input: string } & Called);

function itemsOf({ thinking, text, call }: Reply): Item[] {
  const items: Item[] = [];
  if (thinking !== null) {
    items.push({
      type: "reasoning",
      id: `rs_${newId()}`,
      summary: [{ type: "summary_text", text: thinking }],
      encrypted_content: "c2NyaXB0ZWQ=",
    });
  }
  if (text !== null) {
    items.push({
      type: "message",
      id: `msg_${newId()}`,
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    });
  }
  if (call) items.push(callItem(call));
  return items;
}

function callItem({ tool, freeform, input }: ToolCall): Item {
  const called: Called = {
    id: `${freeform ? "ctc" : "fc"}_${newId()}`,
    call_id: `call_${newId()}`,
    name: tool.name,
    ...(tool.namespace === null ? {} : { namespace: tool.namespace }),
    status: "completed",
  };
  if (freeform) return { type: "custom_tool_call", input, ...called };
  return { type: "function_call", arguments: JSON.stringify(input), ...called };
}

type StreamEvent = { type: string } & Record<string, unknown>;

/** An item begins empty, is filled, and is then repeated in full. */
function eventsOf(item: Item): StreamEvent[] {
  return [
    { type: "response.output_item.added", item: begun(item) },
    ...fillingOf(item).map((event) => ({ ...event, item_id: item.id })),
    { type: "response.output_item.done", item },
  ];
}

function begun(item: Item): Item {
  switch (item.type) {
    case "reasoning":
      return { ...item, summary: [] };
    case "message":
      return { ...item, status: "in_progress", content: [] };
    case "function_call":
      return { ...item, status: "in_progress", arguments: "" };
    case "custom_tool_call":
      return { ...item, status: "in_progress", input: "" };
    default:
      return item satisfies never;
  }
}

function fillingOf(item: Item): StreamEvent[] {
  switch (item.type) {
    case "reasoning":
      return item.summary.flatMap((part, summary_index) => [
        {
          type: "response.reasoning_summary_part.added",
          summary_index,
          part: { ...part, text: "" },
        },
        { type: "response.reasoning_summary_text.delta", summary_index, delta: part.text },
        { type: "response.reasoning_summary_text.done", summary_index, text: part.text },
        { type: "response.reasoning_summary_part.done", summary_index, part },
      ]);
    case "message":
      return item.content.flatMap((part, content_index) => [
        { type: "response.content_part.added", content_index, part: { ...part, text: "" } },
        { type: "response.output_text.delta", content_index, delta: part.text },
        { type: "response.output_text.done", content_index, text: part.text },
        { type: "response.content_part.done", content_index, part },
      ]);
    case "function_call":
      return [
        { type: "response.function_call_arguments.delta", delta: item.arguments },
        { type: "response.function_call_arguments.done", arguments: item.arguments },
      ];
    case "custom_tool_call":
      return [
        { type: "response.custom_tool_call_input.delta", delta: item.input },
        { type: "response.custom_tool_call_input.done", input: item.input },
      ];
    default:
      return item satisfies never;
  }
}
