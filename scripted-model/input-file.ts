import type { Scene } from "@malamar/stand-in/scene.ts";

/** The file that a prompt of Malamar names; null for another prompt. */
export function pathInPrompt(prompt: string): string | null {
  const path = /Read the file at (.+?) and follow the instruction autonomously/s.exec(prompt)?.[1];
  return path ?? null;
}

/** Where the agent works, if its task has a worktree. */
export function worktreeIn(text: string): string | null {
  const found = /^## Working Directory\n\nYou work in (.+), a Git worktree/m.exec(text);
  return found?.[1] ?? null;
}

/** Reads the file as an agent would. Throws a sentence that says what is missing. */
export function readInputFile(text: string): Scene {
  const lines = text.split("\n");
  return lines[0] === "# Malamar Chat Context" ? readChat(lines) : readTask(lines);
}

function readTask(lines: readonly string[]): Scene {
  const roleAt = lines.indexOf("# Your Role");
  const othersAt = lines.indexOf("## Other Agents in This Workflow", roleAt + 1);
  // The description is free text with any headings in it; what follows it is found from the end.
  const outputAt = outputInstructionIn(lines);
  const logAt = lines.lastIndexOf("## Activity Log", outputAt);
  const commentsAt = lines.lastIndexOf("## Comments", logAt);
  const log = entriesBetween(lines, logAt, outputAt);
  return {
    kind: "task",
    agentName: "",
    role: roleAt === -1 ? "" : between(lines, roleAt, othersAt === -1 ? lines.length : othersAt),
    summary: summaryOf(lines, othersAt),
    outputPath: outputPathIn(lines, outputAt),
    ...visitOf(log, entriesBetween(lines, commentsAt, logAt)),
  };
}

function readChat(lines: readonly string[]): Scene {
  const outputAt = outputInstructionIn(lines);
  const contextAt = lines.lastIndexOf("## Additional Context", outputAt);
  const historyAt = lines.lastIndexOf("## Conversation History", contextAt);
  const metadataAt = lines.lastIndexOf("## Chat Metadata", historyAt);
  const said = entriesBetween(lines, historyAt, contextAt);
  const agentLine = lines.slice(metadataAt, historyAt).find((line) => line.startsWith("- Agent: "));
  return {
    kind: "chat",
    role: between(lines, 0, metadataAt),
    agentName: agentLine?.slice("- Agent: ".length) ?? "",
    summary: textOf(said.findLast((entry) => entry["role"] === "user")?.["content"]),
    outputPath: outputPathIn(lines, outputAt),
    visit: said.filter((entry) => entry["role"] === "agent").length + 1,
    newUserComment: null,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function outputInstructionIn(lines: readonly string[]): number {
  const at = lines.lastIndexOf("# Output Instruction");
  if (at === -1) throw new Error('The input file has no "# Output Instruction".');
  return at;
}

function outputPathIn(lines: readonly string[], from: number): string {
  const path = firstJsonPath(lines.slice(from).join("\n"));
  if (!path) throw new Error("The input file does not say where the answer goes.");
  return path;
}

/** In backticks or at the end of a line, a path may contain spaces. */
function firstJsonPath(text: string): string | undefined {
  const found = /`(\/[^`\n]+\.json)`|(\/[^`\n]+\.json)$|(\/[^\s`"'<>]+\.json)\b/m.exec(text);
  return found?.slice(1).find((path) => path !== undefined);
}

function summaryOf(lines: readonly string[], after: number): string {
  const from = lines.indexOf("## Summary", after + 1);
  const to = lines.indexOf("## Description", from + 1);
  return from === -1 || to === -1 ? "" : between(lines, from, to).trim();
}

function between(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from + 1, to).join("\n");
}

type Entry = Record<string, unknown>;

/** The JSON lines between two headings; fences and remarks are skipped. */
function entriesBetween(lines: readonly string[], from: number, to: number): Entry[] {
  if (from === -1) return [];
  const entries = lines.slice(from + 1, to).filter((line) => line.startsWith("{"));
  return entries.map((line) => JSON.parse(line) as Entry);
}

function visitOf(log: readonly Entry[], comments: readonly Entry[]) {
  const started = log.filter((entry) => entry["event_type"] === "agent_started");
  const self = agentName(started.at(-1));
  const own = started.filter((entry) => agentName(entry) === self);
  const before = own.at(-2)?.["created_at"];
  const newest = comments.findLast((comment) => comment["author"] === "User");
  const isNew = newest !== undefined && String(newest["created_at"]) > String(before);
  return {
    visit: Math.max(1, own.length),
    newUserComment: before !== undefined && isNew ? String(newest["content"]) : null,
  };
}

function agentName(entry: Entry | undefined): unknown {
  const metadata = entry?.["metadata"];
  if (typeof metadata !== "object" || metadata === null) return undefined;
  return "agent_name" in metadata ? metadata.agent_name : undefined;
}
