import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ChatBriefing, TaskBriefing } from "@malamar/contract/briefing.ts";
import type { RunRequest } from "#engines/engine.ts";
import { writePrivateFile } from "#lib/private-file.ts";
import { reserveOutputPath } from "./answer-file.ts";
import { chatContext } from "./briefing/chat-context.ts";
import { chatMarkdown } from "./briefing/chat-markdown.ts";
import { taskMarkdown } from "./briefing/task-markdown.ts";
import type { CliRun } from "./cli-adapter.ts";

type Files = Pick<CliRun, "prompt" | "inputPath" | "outputPath">;

type Given = Pick<RunRequest<unknown>, "briefing" | "allComments" | "cwd">;

/** Writes what the agent has to read, and says where its answer belongs. */
export function writeInput({ briefing, allComments, cwd }: Given, tempDir: string): Files {
  switch (briefing.kind) {
    case "task":
      return writeTaskInput(briefing, allComments, tempDir);
    case "chat":
      return writeChatInput(briefing, tempDir);
    case "question":
      return {
        prompt: briefing.text,
        inputPath: join(cwd, "input.md"),
        outputPath: join(cwd, "output.json"),
      };
    default:
      return briefing satisfies never;
  }
}

function writeTaskInput(
  briefing: TaskBriefing,
  allComments: Given["allComments"],
  tempDir: string,
): Files {
  const base = join(tempDir, `malamar_task_${briefing.task_id}`);
  const inputPath = `${base}.md`;
  const allCommentsPath = `${base}_comments.jsonl`;
  const outputPath = reserveOutputPath(tempDir, "malamar_output");
  // One of an earlier run may have comments in it that were deleted since.
  rmSync(allCommentsPath, { force: true });
  if (allComments) writePrivateFile(allCommentsPath, jsonLines(allComments()));
  writePrivateFile(inputPath, taskMarkdown(briefing, { allCommentsPath, outputPath }));
  return { prompt: promptFor(inputPath), inputPath, outputPath };
}

function jsonLines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

function writeChatInput(briefing: ChatBriefing, tempDir: string): Files {
  const base = join(tempDir, `malamar_chat_${briefing.chat_id}`);
  const inputPath = `${base}.md`;
  const contextPath = `${base}_context.md`;
  const outputPath = reserveOutputPath(tempDir, "malamar_chat_output");
  writePrivateFile(contextPath, chatContext(briefing));
  writePrivateFile(inputPath, chatMarkdown(briefing, { contextPath, outputPath }));
  return { prompt: promptFor(inputPath), inputPath, outputPath };
}

/** All that goes on a command line, because those are short; the rest is in the file. */
function promptFor(inputPath: string): string {
  return `Read the file at ${inputPath} and follow the instruction autonomously.`;
}
