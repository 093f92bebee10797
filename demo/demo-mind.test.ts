import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TaskBriefing } from "@malamar/contract/briefing.ts";
import type { Answer } from "@malamar/scripted-model/mind.ts";
import { taskMarkdown } from "@malamar/server/engines/cli/briefing/task-markdown.ts";
import { tempDir } from "@malamar/server/testing/temp-dir.ts";
import { taskBriefing } from "@malamar/stand-in/testing/briefings.ts";
import { createDemoMind } from "./demo-mind.ts";

/** The mind's answers, turn by turn, to an agent with this script. */
async function played(
  dir: string,
  script: string,
  turns: number,
  worktree?: string,
): Promise<Answer[]> {
  const path = join(dir, "malamar_task_1.md");
  const briefing: TaskBriefing = {
    ...taskBriefing({ role: `\`\`\`demo\n${script}\n\`\`\`` }),
    summary: "Bake a cake",
    ...(worktree && {
      worktree: { path: worktree, branch: "bake", base_branch: "main", base_commit: "abc" },
    }),
  };
  const outputPath = join(dir, "out.json");
  writeFileSync(path, taskMarkdown(briefing, { outputPath, allCommentsPath: join(dir, "all") }));
  return await Promise.all(Array.from({ length: turns }, (_, at) => askAbout(dir, path, at)));
}

async function askAbout(dir: string, path: string, results: number): Promise<Answer> {
  return await createDemoMind(dir)({
    protocol: "anthropic",
    model: "any",
    prompt: `Read the file at ${path} and follow the instruction autonomously.`,
    results: Array.from({ length: results }, () => ""),
    tools: ["Bash"],
  });
}

test("a script becomes the turns of a model, and its last ones are the answer", async () => {
  using dir = tempDir();
  const script = `think Hm.
say I look.
tool Bash {"command":"ls"} => nothing
wait 2s
tool Browser {"open":"x"} => it works
write cake.md For {task}
usage 1 in, 1 out
comment Done: {task}
review`;
  const actions = [
    { type: "comment", content: "Done: Bake a cake" },
    { type: "change_status", status: "in_review" },
  ];
  expect(await played(dir.path, script, 6)).toEqual([
    { kind: "runs", command: "ls", thinking: "Hm.", text: "I look." },
    { kind: "runs", command: String.raw`printf '%s\n' 'it works'` },
    {
      kind: "writes",
      path: join(dir.path, "malamar_task_1/cake.md"),
      content: "For Bake a cake\n",
    },
    { kind: "writes", path: join(dir.path, "out.json"), content: JSON.stringify({ actions }) },
    { kind: "returns", value: { actions } },
    { kind: "returns", value: { actions } },
  ]);
});

test("an existing file is overwritten by the shell", async () => {
  using dir = tempDir();
  mkdirSync(join(dir.path, "malamar_task_1"));
  writeFileSync(join(dir.path, "malamar_task_1/cake.md"), "old");
  const path = join(dir.path, "malamar_task_1/cake.md");
  expect((await played(dir.path, "write cake.md new", 1))[0]).toEqual({
    kind: "runs",
    command: `printf '%s' 'new\n' > '${path}'`,
  });
});

test("in a worktree the files are there", async () => {
  using dir = tempDir();
  const worktree = join(dir.path, "worktrees/project-1");
  mkdirSync(worktree, { recursive: true });
  writeFileSync(join(worktree, "cake.md"), "old");
  const script = "write cake.md new\ndelete plan.md";
  expect((await played(dir.path, script, 2, worktree)).slice(0, 2)).toEqual([
    { kind: "runs", command: `printf '%s' 'new\n' > '${worktree}/cake.md'` },
    { kind: "runs", command: `rm -f '${worktree}/plan.md'` },
  ]);
});

test("a tool that fails prints why, and a run that fails gets an error from the model", async () => {
  using dir = tempDir();
  const script = `tool Bash {"command":"curl x"} =>! no such host
exit 1 the model cannot be reached`;
  expect(await played(dir.path, script, 3)).toEqual([
    { kind: "runs", command: String.raw`printf '%s\n' 'no such host'; exit 1` },
    { kind: "fails", status: 400, message: "the model cannot be reached" },
    { kind: "fails", status: 400, message: "the model cannot be reached" },
  ]);
});

test("a file outside Malamar's own directory is not read", async () => {
  using dir = tempDir();
  expect(await askAbout(dir.path, "/etc/passwd", 0)).toEqual({ kind: "says", text: "OK" });
});
