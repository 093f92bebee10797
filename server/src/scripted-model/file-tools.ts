import { quoted, shellCall } from "./shell-tools.ts";
import {
  callOf,
  isCodeRunner,
  type OfferedTool,
  type ToolCall,
  type ToolInput,
} from "./tool-call.ts";

/** The tools of the CLIs that write a whole file, by name, and how each wants it. */
const FILE_INPUTS: Record<string, (path: string, content: string) => ToolInput> = {
  Write: (file_path, content) => ({ file_path, content }),
  write_file: (file_path, content) => ({ file_path, content }),
  write: (filePath, content) => ({ filePath, content }),
};

/** Through a tool for files where one is offered, else through the shell; null without both. */
export function fileCall(
  path: string,
  content: string,
  offered: readonly OfferedTool[],
): ToolCall | null {
  for (const [tool, inputFor] of Object.entries(FILE_INPUTS)) {
    const isOffered = offered.some(({ name }) => name === tool);
    if (isOffered) return callOf(tool, inputFor(path, content), offered);
  }
  const codeRunner = offered.find(isCodeRunner);
  if (codeRunner)
    return { tool: codeRunner, freeform: true, input: codeThatPatches(path, content) };
  const shell = shellCall(`printf '%s' ${quoted(content)} > ${quoted(path)}`, offered);
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
