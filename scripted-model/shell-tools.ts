import { isCodeRunner, type OfferedTool, type ToolInput } from "./tool-call.ts";

const described = (command: string): ToolInput => ({
  command,
  description: "A step of the script",
});

/** The CLIs' shell tools by name, and how each wants its command. */
const SHELL_INPUTS: Record<string, (command: string) => ToolInput> = {
  Bash: described,
  bash: described,
  run_shell_command: described,
  exec_command: (command) => ({ cmd: command }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ["bash", "-lc", command] }),
};

/** The shell that these tools can reach, and its input; null when there is none. */
export function shellCall(
  command: string,
  offered: readonly OfferedTool[],
): { tool: string; input: ToolInput } | null {
  const reachable = offered.map((tool) => (isCodeRunner(tool) ? "exec_command" : tool.name));
  for (const [tool, inputFor] of Object.entries(SHELL_INPUTS)) {
    if (reachable.includes(tool)) return { tool, input: inputFor(command) };
  }
  return null;
}

/** One word of a command, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
