import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Briefing, ChatBriefing, Question, TaskBriefing } from "@malamar/contract/briefing.ts";
import type { TaskId } from "@malamar/contract/ids.ts";
import type { RunRequest } from "#engines/engine.ts";
import { changePrivateFile, writePrivateFile } from "#lib/private-file.ts";
import { reserveOutputPath } from "./answer-file.ts";
import { chatContext } from "./briefing/chat-context.ts";
import { chatMarkdown } from "./briefing/chat-markdown.ts";
import { taskMarkdown } from "./briefing/task-markdown.ts";
import type { CliRun } from "./cli-adapter.ts";

type Files = Pick<CliRun, "prompt" | "inputPath" | "outputPath">;

export interface WrittenInput extends Files {
  /** What the agent has to read: the content of the file at `inputPath`. */
  text: string;
}

interface Input extends WrittenInput {
  /** What the text refers to, by path; null: nothing. */
  beside: Readonly<Record<string, (() => string) | null>>;
}

type Given = Pick<RunRequest<unknown>, "briefing" | "allComments" | "cwd">;

/** Writes the agent's input, and says where its answer belongs. */
export function writeInput({ briefing, allComments, cwd }: Given, tempDir: string): WrittenInput {
  if (briefing.kind === "question") return filesFor(briefing, cwd);
  const { beside, text, ...files } = inputFor(briefing, tempDir, allComments);
  for (const [path, content] of Object.entries(beside)) {
    if (content) writePrivateFile(path, content());
    else rmSync(path, { force: true });
  }
  writePrivateFile(files.inputPath, text);
  return { ...files, text };
}

/** What the agent would have to read. */
export function inputText(briefing: Briefing, tempDir: string): string {
  return briefing.kind === "question" ? briefing.text : inputFor(briefing, tempDir).text;
}

/** A question needs no file. */
function filesFor({ text }: Question, cwd: string): WrittenInput {
  return {
    prompt: text,
    text,
    inputPath: join(cwd, "input.md"),
    outputPath: join(cwd, "output.json"),
  };
}

function inputFor(
  briefing: TaskBriefing | ChatBriefing,
  tempDir: string,
  allComments?: Given["allComments"],
): Input {
  return briefing.kind === "task"
    ? taskInput(briefing, tempDir, allComments)
    : chatInput(briefing, tempDir);
}

function taskInput(
  briefing: TaskBriefing,
  tempDir: string,
  allComments: Given["allComments"],
): Input {
  const { inputPath, allCommentsPath } = taskPaths(tempDir, briefing.task_id);
  const outputPath = reserveOutputPath(tempDir, "malamar_output");
  return {
    prompt: promptFor(inputPath),
    inputPath,
    outputPath,
    text: taskMarkdown(briefing, { allCommentsPath, outputPath }),
    // One of an earlier run may contain comments that were deleted since.
    beside: { [allCommentsPath]: allComments ? () => jsonLines(allComments()) : null },
  };
}

function taskPaths(tempDir: string, id: TaskId) {
  const base = join(tempDir, `malamar_task_${id}`);
  return { inputPath: `${base}.md`, allCommentsPath: `${base}_comments.jsonl` };
}

/** What the last run on a task was given stays where its CLI read it. */
export function changeTaskFiles(
  tempDir: string,
  id: TaskId,
  change: (text: string) => string,
): void {
  for (const path of Object.values(taskPaths(tempDir, id))) changePrivateFile(path, change);
}

function jsonLines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

function chatInput(briefing: ChatBriefing, tempDir: string): Input {
  const base = join(tempDir, `malamar_chat_${briefing.chat_id}`);
  const inputPath = `${base}.md`;
  const contextPath = `${base}_context.md`;
  const outputPath = reserveOutputPath(tempDir, "malamar_chat_output");
  return {
    prompt: promptFor(inputPath),
    inputPath,
    outputPath,
    text: chatMarkdown(briefing, { contextPath, outputPath }),
    beside: { [contextPath]: () => chatContext(briefing) },
  };
}

/** Everything that goes on a command line, because it is short; the rest is in the file. */
function promptFor(inputPath: string): string {
  return `Read the file at ${inputPath} and follow the instruction autonomously.`;
}
