import { quoted, shellCall } from "./shell-tools.ts";
import {
  callOf,
  isCodeRunner,
  type OfferedTool,
  type ToolCall,
  type ToolInput,
} from "./tool-call.ts";

/** The CLIs' tools for whole files, by name, and how each wants the path. */
const READ_INPUTS: Record<string, (path: string) => ToolInput> = {
  Read: (file_path) => ({ file_path }),
  read_file: (file_path) => ({ file_path }),
  read: (filePath) => ({ filePath }),
};
const WRITE_INPUTS: Record<string, (path: string) => ToolInput> = {
  Write: (file_path) => ({ file_path }),
  write_file: (file_path) => ({ file_path }),
  write: (filePath) => ({ filePath }),
};

/** Through a file tool where one is offered, else through the shell; null without both. */
export function readCall(path: string, offered: readonly OfferedTool[]): ToolCall | null {
  const input = offeredInput(READ_INPUTS, path, offered);
  return input ? callOf(...input, offered) : byShell(`cat ${quoted(path)}`, offered);
}

/** Like `readCall`; Codex writes by patches. */
export function writeCall(
  path: string,
  content: string,
  offered: readonly OfferedTool[],
): ToolCall | null {
  const input = offeredInput(WRITE_INPUTS, path, offered);
  if (input) return callOf(input[0], { ...input[1], content }, offered);
  const codeRunner = offered.find(isCodeRunner);
  if (codeRunner)
    return { tool: codeRunner, freeform: true, input: codeThatPatches(path, content) };
  return byShell(`printf '%s' ${quoted(content)} > ${quoted(path)}`, offered);
}

function offeredInput(
  inputs: typeof READ_INPUTS,
  path: string,
  offered: readonly OfferedTool[],
): [tool: string, input: ToolInput] | null {
  const found = Object.entries(inputs).find(([tool]) => offered.some(({ name }) => name === tool));
  return found ? [found[0], found[1](path)] : null;
}

function byShell(command: string, offered: readonly OfferedTool[]): ToolCall | null {
  const shell = shellCall(command, offered);
  return shell && callOf(shell.tool, shell.input, offered);
}

/** Codex changes files by patches, in the language that its models know. */
function codeThatPatches(path: string, content: string): string {
  const lines = content.replace(/\n$/, "").split("\n");
  const patch = [
    "*** Begin Patch",
    `*** Add File: ${path}`,
    ...lines.map((line) => `+${line}`),
    "*** End Patch",
  ].join("\n");
  return `text(await tools.apply_patch(${JSON.stringify(patch)}));`;
}
