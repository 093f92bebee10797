import type { TranscriptEvent } from "@malamar/contract/transcript.ts";

const at = "2026-01-01T00:00:00.000Z";

type EventOf<Type extends TranscriptEvent["type"]> = Extract<TranscriptEvent, { type: Type }>;

export function said(seq: number, text = `text ${seq}`): EventOf<"text"> {
  return { seq, at, type: "text", text };
}

export function thought(seq: number, text = `thought ${seq}`): EventOf<"thinking"> {
  return { seq, at, type: "thinking", text };
}

export function call(seq: number, id: string, name = "Bash"): EventOf<"tool_call"> {
  return { seq, at, type: "tool_call", id, name, input: { command: `command ${seq}` } };
}

export function looked(seq: number, id: string, name = "Read"): EventOf<"tool_call"> {
  return { seq, at, type: "tool_call", id, name, input: { file_path: `/file-${seq}` } };
}

export function wrote(seq: number, id: string, path: string): EventOf<"tool_call"> {
  const input = { file_path: path, content: `text ${seq}` };
  return { seq, at, type: "tool_call", id, name: "Write", input };
}

export function changed(seq: number, path: string): EventOf<"file_change"> {
  return { seq, at, type: "file_change", path, kind: "update" };
}

export function result(seq: number, id: string, is_error = false): EventOf<"tool_result"> {
  return { seq, at, type: "tool_result", id, output: `output ${seq}`, is_error };
}

export function complained(seq: number, text = `stderr ${seq}`): EventOf<"stderr"> {
  return { seq, at, type: "stderr", text };
}

export function used(seq: number, input_tokens: number): EventOf<"usage"> {
  return {
    seq,
    at,
    type: "usage",
    input_tokens,
    output_tokens: null,
    cached_tokens: null,
    cost_usd: null,
    is_estimated: false,
  };
}

export function finished(seq: number): EventOf<"finished"> {
  return {
    seq,
    at,
    type: "finished",
    status: "succeeded",
    failure_kind: null,
    message: null,
    exit_code: 0,
  };
}
