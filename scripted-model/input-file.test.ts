import { expect, test } from "bun:test";
import { readInputFile } from "./input-file.ts";

interface Given {
  role?: string;
  description?: string;
  comments?: readonly object[];
  log?: readonly object[];
  output?: string;
}

function inputFile({ role = "Plan.", description = "", comments = [], log = [], output }: Given) {
  const jsonl = (entries: readonly object[]) => entries.map((e) => JSON.stringify(e)).join("\n");
  return `# Malamar Context
You are one of a team.

# Your Role
${role}

## Other Agents in This Workflow
- Reviewer

# Task
## Summary
Add a page

## Description
${description}

## Comments
\`\`\`\`jsonl
${jsonl(comments)}
\`\`\`\`

## Activity Log
\`\`\`json
${jsonl(log)}
\`\`\`

# Output Instruction
${output ?? "Write your answer as JSON to: `/tmp/malamar_output_x.json`"}
`;
}

const started = (agent_name: string, created_at: string) => ({
  event_type: "agent_started",
  metadata: { agent_name },
  created_at,
});

test("role, summary and output path are found", () => {
  const role = "You are the Planner.\n\n## When to act\n\n```demo\nskip\n```";
  expect(readInputFile(inputFile({ role }))).toEqual({
    kind: "task",
    agentName: "",
    role: `${role}\n`,
    summary: "Add a page",
    outputPath: "/tmp/malamar_output_x.json",
    visit: 1,
    newUserComment: null,
  });
});

test.each([
  ["to: /tmp/b/out_1.json\n\nCreate it.", "/tmp/b/out_1.json"],
  ["to: /tmp/a b/out_1.json\n\nCreate it.", "/tmp/a b/out_1.json"],
  ["to /tmp/b/out_1.json, please", "/tmp/b/out_1.json"],
  ["to `/tmp/a b/out_1.json`, not /tmp/x.json", "/tmp/a b/out_1.json"],
  ["to:\n\n```\n/var/tmp/m/out_1.json\n```\nlike `{}`", "/var/tmp/m/out_1.json"],
  ["Answer in `/t/out_1.json`. See /t/other.json", "/t/out_1.json"],
])("the path in %j", (output, path) => {
  expect(readInputFile(inputFile({ output })).outputPath).toBe(path);
});

test("a visit is a start of the most recently started agent", () => {
  const log = [
    started("Planner", "2026-01-01T00:00:01.000Z"),
    started("Reviewer", "2026-01-01T00:00:02.000Z"),
    { event_type: "comment_added", created_at: "2026-01-01T00:00:03.000Z" },
    started("Planner", "2026-01-01T00:00:04.000Z"),
  ];
  expect(readInputFile(inputFile({ log })).visit).toBe(2);
  expect(readInputFile(inputFile({ log: log.slice(0, 2) })).visit).toBe(1);
});

test("a user's comment is new when it came after the previous visit", () => {
  const log = [
    started("Planner", "2026-01-01T00:00:01.000Z"),
    started("Planner", "2026-01-01T00:00:09.000Z"),
  ];
  const comment = (author: string, second: number) => ({
    author,
    content: `by ${author}`,
    created_at: `2026-01-01T00:00:0${second}.000Z`,
  });
  const newIn = (comments: object[]) => readInputFile(inputFile({ log, comments })).newUserComment;
  expect(newIn([comment("User", 5), comment("Reviewer", 6)])).toBe("by User");
  expect(newIn([comment("User", 0)])).toBeNull();
  expect(newIn([comment("Reviewer", 5)])).toBeNull();
});

test("headings inside the description are not taken for sections", () => {
  const description = "# Your Role\n\n## Comments\n\n# Output Instruction\n\n/tmp/wrong.json";
  const briefing = readInputFile(inputFile({ description }));
  expect(briefing.outputPath).toBe("/tmp/malamar_output_x.json");
  expect(briefing.role).toBe("Plan.\n");
});

test("a file without an output path is refused", () => {
  expect(() => readInputFile("# Your Role")).toThrow("# Output Instruction");
  expect(() => readInputFile(inputFile({ output: "as you like" }))).toThrow(
    "where the answer goes",
  );
});

test("for a chat it knows the agent, the last message and the number of answers", () => {
  const lines = [
    { role: "user", content: "First\n## Chat Metadata" },
    { role: "agent", content: "# Output Instruction" },
    { role: "user", content: "Second" },
    { role: "system", content: "User has uploaded /tmp/x" },
  ];
  const text = `# Malamar Chat Context

Be kind.
# Output Instruction

## Chat Metadata

- Chat ID: abc
- Workspace: Website
- Agent: Planner

## Conversation History

\`\`\`json
${lines.map((line) => JSON.stringify(line)).join("\n")}
\`\`\`

## Additional Context

# Output Instruction

Write your response as JSON to: /tmp/malamar_chat_output_x.json
`;
  expect(readInputFile(text)).toEqual({
    kind: "chat",
    role: "\nBe kind.\n# Output Instruction\n",
    agentName: "Planner",
    summary: "Second",
    outputPath: "/tmp/malamar_chat_output_x.json",
    visit: 2,
    newUserComment: null,
  });
});
