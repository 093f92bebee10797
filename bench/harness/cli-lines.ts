import { writeFileSync } from "node:fs";
import { LAST_WORD } from "./shell-program.ts";

/**
 * What Claude Code prints while it works, in its own format and sizes (half a KiB to 4 KiB): texts,
 * tool calls, results. The same on every call. Returns the number of bytes written.
 */
export function writeCliLines(path: string, bytes: number): number {
  const lines: string[] = [];
  let written = 0;
  for (let at = 0; written < bytes; at++) {
    const line = JSON.stringify(KINDS[at % KINDS.length]!(at));
    written += Buffer.byteLength(line) + 1;
    lines.push(line);
  }
  writeFileSync(path, `${lines.join("\n")}\n`);
  return written;
}

export function writeLastLine(path: string): void {
  writeFileSync(path, `${LAST_WORD}\n`);
}

type Line = (at: number) => object;

const said: Line = (at) =>
  assistant(at, { type: "text", text: prose(at, 100 + ((at * 37) % 1400)) });

const called: Line = (at) =>
  assistant(at, {
    type: "tool_use",
    id: toolId(at),
    name: "Bash",
    input: { command: code(at, 50 + ((at * 53) % 500)), description: "Looks for it" },
  });

const edited: Line = (at) =>
  assistant(at, {
    type: "tool_use",
    id: toolId(at),
    name: "Edit",
    input: {
      file_path: `/home/somebody/project/src/part-${at % 50}.ts`,
      old_string: code(at, 100 + ((at * 31) % 900)),
      new_string: code(at + 1, 100 + ((at * 41) % 900)),
    },
  });

/** Answers the call in the previous line; twice, as Claude Code does. */
const answered: Line = (at) => {
  const output = code(at, 50 + ((at * 71) % 1650));
  const id = toolId(at - 1);
  return {
    type: "user",
    message: {
      role: "user",
      content: [{ tool_use_id: id, type: "tool_result", content: output, is_error: at % 20 === 0 }],
    },
    ...place(at),
    tool_use_result: { stdout: output, stderr: "", interrupted: false, isImage: false },
  };
};

const KINDS: readonly Line[] = [said, called, answered, said, edited, answered, called, answered];

function assistant(at: number, content: object): object {
  return {
    type: "assistant",
    message: {
      model: "claude-sonnet-4-5-20250929",
      id: `msg_${at}`,
      type: "message",
      role: "assistant",
      content: [content],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 4, cache_read_input_tokens: 17_000 + at, output_tokens: at % 900 },
    },
    ...place(at),
  };
}

function place(at: number): object {
  return {
    parent_tool_use_id: null,
    session_id: "2c37a1f0-6b1e-4f0e-9d0a-3f1f5a1f4c11",
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  };
}

function toolId(at: number): string {
  return `toolu_${String(at).padStart(24, "0")}`;
}

/** One in four has characters that are not on every keyboard. */
function prose(at: number, length: number): string {
  const words =
    "The test fails because the handler reads the body twice. I will change that first.\n";
  return cutTo(length, at % 4 === 0 ? `${words}✓ done — naïve “quotes” → 日本語\n` : words);
}

/** With what JSON has to escape: quotes, tabs, line breaks. */
function code(at: number, length: number): string {
  return cutTo(length, `\tconst part${at} = read("a/b.json", { "x": [1, 2] }); // line ${at}\n`);
}

function cutTo(length: number, text: string): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
