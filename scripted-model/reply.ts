import type { Answer } from "./mind.ts";
import { readCall, writeCall } from "./file-tools.ts";
import { shellCall } from "./shell-tools.ts";
import { callOf, type OfferedTool, type ToolCall } from "./tool-call.ts";

/** What goes over the wire, in this order. */
export interface Reply {
  thinking: string | null;
  text: string | null;
  call: ToolCall | null;
}

type Spoken = Extract<Answer, { kind: "says" | "runs" | "reads" | "writes" | "calls" | "returns" }>;

export function replyFor(answer: Spoken, offered: readonly OfferedTool[]): Reply {
  switch (answer.kind) {
    case "says":
      return { ...saying(answer.text), thinking: answer.thinking ?? null };
    case "calls":
      return calling(callOf(answer.tool, answer.input, offered), answer);
    case "runs": {
      const shell = shellCall(answer.command, offered);
      if (!shell) return saying(`No shell tool is offered, only ${namesOf(offered)}.`);
      return calling(callOf(shell.tool, shell.input, offered), answer);
    }
    case "reads":
    case "writes": {
      const call =
        answer.kind === "reads"
          ? readCall(answer.path, offered)
          : writeCall(answer.path, answer.content, offered);
      if (!call) return saying(`No tool for files is offered, only ${namesOf(offered)}.`);
      return calling(call, answer);
    }
    case "returns": {
      const { value } = answer;
      const byTool = offered.some(({ name }) => name === STRUCTURED_OUTPUT) && isRecord(value);
      if (!byTool) return saying(JSON.stringify(value));
      return calling(callOf(STRUCTURED_OUTPUT, value, offered), {});
    }
    default:
      return answer satisfies never;
  }
}

/** How Claude Code wants an answer that has to fit a schema. */
const STRUCTURED_OUTPUT = "StructuredOutput";

export function saying(text: string): Reply {
  return { thinking: null, text, call: null };
}

interface Beside {
  thinking?: string | undefined;
  text?: string | undefined;
}

function calling(call: ToolCall, { thinking, text }: Beside): Reply {
  return { thinking: thinking ?? null, text: text ?? null, call };
}

function namesOf(offered: readonly OfferedTool[]): string {
  return offered.map(({ name }) => name).join(", ");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
