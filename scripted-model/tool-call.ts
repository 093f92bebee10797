export interface OfferedTool {
  name: string;
  /** Takes a text instead of JSON: Codex's custom tools. */
  freeform: boolean;
  /** Codex groups some of its tools; a call has to name the group. */
  namespace: string | null;
}

export type ToolInput = Record<string, unknown>;

export type ToolCall =
  | { tool: OfferedTool; freeform: false; input: ToolInput }
  | { tool: OfferedTool; freeform: true; input: string };

/** A tool as most protocols know it. */
export function plainTool({ name }: { name: string }): OfferedTool {
  return { name, freeform: false, namespace: null };
}

/** A tool that is not offered is called anyway, to see how a CLI handles that. */
export function callOf(name: string, input: ToolInput, offered: readonly OfferedTool[]): ToolCall {
  const tool = offered.find((tool) => tool.name === name);
  if (tool?.freeform) return { tool, freeform: true, input: freeTextOf(input) };
  if (tool) return { tool, freeform: false, input };
  const runner = offered.find(isCodeRunner);
  if (runner) return { tool: runner, freeform: true, input: codeThatCalls(name, input) };
  return { tool: plainTool({ name }), freeform: false, input };
}

/** Newer Codex models are offered a tool that runs JavaScript; most others are functions in it. */
export function isCodeRunner({ name, freeform }: OfferedTool): boolean {
  return name === "exec" && freeform;
}

function codeThatCalls(name: string, input: ToolInput): string {
  const call = `tools[${JSON.stringify(name)}](${JSON.stringify(input)})`;
  return `const result = await ${call};\ntext(result);`;
}

function freeTextOf(input: ToolInput): string {
  return typeof input["input"] === "string" ? input["input"] : JSON.stringify(input);
}
