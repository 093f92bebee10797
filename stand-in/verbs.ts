import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { TaskAction } from "@malamar/contract/action.ts";
import { filledIn, type AskedAction, type Stage } from "./stage.ts";
import { flood } from "./flood.ts";
import { forkBareTool, forkTool } from "./fork.ts";
import {
  askedAction,
  exitCode,
  fileAndText,
  fileBelow,
  floodSize,
  nothing,
  oneWord,
  quotaEnd,
  signalName,
  someText,
  toolUse,
  type ToolUse,
} from "./details.ts";
import { readDuration, readUsage, type Usage } from "./quantities.ts";

/** A number ends the run at once with that exit code. */
type Played = void | number | Promise<void>;

/** One parsed line of a script. */
export interface Step {
  verb: string;
  details: unknown;
  /** Where it reports its usage so far. */
  used?: Usage;
  play: (stage: Stage) => Played;
  /** What a model does instead, behind a real CLI; null where only a program can do it. */
  move: Move | null;
}

/** Texts may have placeholders for `fillIn`. */
export type Move =
  | { kind: "thinks"; text: string }
  | { kind: "says"; text: string }
  | { kind: "runs"; command: string }
  | { kind: "prints"; text: string; isError: boolean }
  | { kind: "writes"; path: string; text: string }
  | { kind: "deletes"; path: string }
  | { kind: "acts"; action: TaskAction | AskedAction }
  | { kind: "answers"; text: string }
  | { kind: "fails"; message: string };

interface Verb {
  example: string;
  /** null: invalid. */
  read: (text: string) => Omit<Step, "verb"> | null;
}

/** The vocabulary of scripts. One entry is one verb: how it is written, read and played. */
const VERBS: Readonly<Record<string, Verb>> = {
  // What the agent does while it works.
  think: verb(
    "think I should look first.",
    someText,
    (stage, text) => stage.emit({ type: "thinking", text: stage.fillIn(text) }),
    (text) => ({ kind: "thinks", text }),
  ),
  say: verb(
    "say Looking at the task.",
    someText,
    (stage, text) => stage.emit({ type: "text", text: stage.fillIn(text) }),
    (text) => ({ kind: "says", text }),
  ),
  tool: verb(
    'tool Bash {"command":"ls"} => README.md',
    toolUse,
    (stage, { name, input, result }) => {
      const id = stage.newToolId();
      stage.emit({ type: "tool_call", id, name, input });
      if (!result) return;
      const { output, is_error } = result;
      stage.emit({ type: "tool_result", id, output: stage.fillIn(output), is_error });
    },
    toolMove,
  ),
  write: verb(
    "write notes.md Hello",
    fileAndText,
    (stage, { path, text }) => writeOrEdit(stage, path, `${stage.fillIn(text)}\n`),
    ({ path, text }) => ({ kind: "writes", path, text: `${text}\n` }),
  ),
  delete: verb(
    "delete notes.md",
    fileBelow,
    (stage, path) => {
      const file = join(stage.cwd, path);
      if (!existsSync(file)) return;
      rmSync(file);
      stage.emit({ type: "file_change", path, kind: "delete" });
    },
    (path) => ({ kind: "deletes", path }),
  ),
  usage: {
    example: "usage 1200 in, 300 out, 100 cached, $0.02",
    read: (text) => {
      const used = readUsage(text);
      if (used === null) return null;
      return {
        details: used,
        used,
        play: (stage) => stage.emit({ type: "usage", ...used }),
        move: null,
      };
    },
  },
  session: verb("session abc-123", oneWord, ({ ending }, id) => void (ending.sessionId = id)),
  wait: verb("wait 2s", readDuration, (_stage, ms) => Bun.sleep(ms)),
  gate: verb("gate go-on", oneWord, async (stage, path) => {
    // Often enough not to delay a test, rarely enough to cost nothing.
    while (!existsSync(resolve(stage.cwd, path))) await Bun.sleep(10);
  }),

  // What it answers.
  comment: verb(
    "comment I have written a plan.",
    someText,
    (stage, text) =>
      void stage.ending.actions.push({ type: "comment", content: stage.fillIn(text) }),
    (content) => ({ kind: "acts", action: { type: "comment", content } }),
  ),
  skip: verb(
    "skip",
    nothing,
    ({ ending }) => void ending.actions.push({ type: "skip" }),
    () => ({ kind: "acts", action: { type: "skip" } }),
  ),
  review: verb("review", nothing, askForReview, () => ({ kind: "acts", action: REVIEW })),
  in_review: verb("in_review", nothing, askForReview, () => ({ kind: "acts", action: REVIEW })),

  // What it answers in a chat.
  answer: verb(
    "answer Your team is ready.",
    someText,
    (stage, text) => void (stage.ending.message = stage.fillIn(text)),
    (text) => ({ kind: "answers", text }),
  ),
  act: verb(
    'act {"type":"create_task","summary":"Fix it"}',
    askedAction,
    ({ ending, fillIn }, action) => void ending.actions.push(filledIn(action, fillIn)),
    (action) => ({ kind: "acts", action }),
  ),

  // What can go wrong with the answer.
  output: verb(
    "output this is not JSON",
    someText,
    ({ ending }, text) => void (ending.output = text),
  ),
  "no output": verb("no output", nothing, ({ ending }) => void (ending.output = null)),
  "empty output": verb("empty output", nothing, ({ ending }) => void (ending.output = "")),
  "late output": verb(
    "late output 500ms",
    readDuration,
    ({ ending }, ms) => void (ending.outputDelayMs = ms),
  ),

  // What can go wrong with the program.
  error: verb(
    "error The model is overloaded.",
    someText,
    ({ ending }, message) => void (ending.lastWord = { ok: false, message }),
  ),
  "no terminal": verb("no terminal", nothing, ({ ending }) => void (ending.lastWord = null)),
  exit: verb(
    "exit 3 some text for stderr",
    exitCode,
    (stage, { code, text }) => {
      if (text !== "") stage.write("stderr", `${text}\n`);
      if (stage.ending.lastWord?.ok) stage.ending.lastWord = null;
      return code;
    },
    ({ text }) => ({ kind: "fails", message: text }),
  ),
  kill: verb("kill SIGSEGV", signalName, (_stage, signal) => {
    process.kill(process.pid, signal);
    return forEver();
  }),
  quota: verb("quota 2h", quotaEnd, (stage, { resetsAt, text }) => {
    const reset = resetsAt === null ? "" : ` Resets at ${resetsAt(new Date()).toISOString()}.`;
    stage.ending.lastWord = { ok: false, message: `${text || "Usage limit reached."}${reset}` };
    return 1;
  }),
  hang: verb("hang", nothing, forEver),
  "ignore signals": verb("ignore signals", nothing, () => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  }),
  flood: verb("flood 100MB", floodSize, (stage, size) => flood(stage, "stdout", size)),
  "flood stderr": verb("flood stderr 10MB", floodSize, (stage, size) =>
    flood(stage, "stderr", size),
  ),
  stderr: verb("stderr a line of text", someText, (stage, text) =>
    stage.write("stderr", `${text}\n`),
  ),
  raw: verb("raw a line that is not JSON", someText, (stage, text) =>
    stage.write("stdout", `${text}\n`),
  ),
  "read stdin": verb("read stdin", nothing, async (stage) => {
    const { length } = await Bun.stdin.bytes();
    stage.emit({ type: "text", text: `Read ${length} bytes` });
  }),
  fork: verb("fork", nothing, (stage) => forkTool(stage)),
  "fork bare": verb("fork bare", nothing, (stage) => forkBareTool(stage)),

  // What tests want to know about it.
  pid: verb("pid FILE", oneWord, (stage, path) =>
    writeWhole(resolve(stage.cwd, path), `${process.pid}\n`),
  ),
  env: verb("env FILE", oneWord, (stage, path) => {
    const names = Object.keys(process.env).toSorted();
    writeWhole(resolve(stage.cwd, path), `${names.join("\n")}\n`);
  }),
};

/** The verb at the start of a line, the longer name first. */
export function findVerb(content: string): { name: string; verb: Verb; text: string } | null {
  const words = /^(\S+)(?:[ \t]+(\S+))?/.exec(content);
  if (!words) return null;
  const [one = "", first = ""] = words;
  const pair = `${first} ${words[2]}`;
  const name = [pair, first].find((candidate) => Object.hasOwn(VERBS, candidate));
  const known = name === undefined ? undefined : VERBS[name];
  if (name === undefined || !known) return null;
  const length = name === pair ? one.length : first.length;
  return { name, verb: known, text: content.slice(length).trim() };
}

function verb<Details>(
  example: string,
  readDetails: (text: string) => Details | null,
  play: (stage: Stage, details: Details) => Played,
  moveOf: (details: Details) => Move | null = () => null,
): Verb {
  return {
    example,
    read: (text) => {
      const details = readDetails(text);
      if (details === null) return null;
      return { details, play: (stage) => play(stage, details), move: moveOf(details) };
    },
  };
}

const REVIEW: TaskAction = { type: "change_status", status: "in_review" };

function askForReview({ ending }: Stage): void {
  ending.actions.push(REVIEW);
}

/** Told as a call of a tool with the whole texts: what differs is for the reader to find. */
function writeOrEdit(stage: Stage, path: string, content: string): void {
  const file = join(stage.cwd, path);
  const isThere = existsSync(file);
  const input = isThere
    ? { file_path: path, old_string: readFileSync(file, "utf8"), new_string: content }
    : { file_path: path, content };
  const id = stage.newToolId();
  stage.emit({ type: "tool_call", id, name: isThere ? "Edit" : "Write", input });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  const output = `${path} has been ${isThere ? "updated" : "created"}.`;
  stage.emit({ type: "tool_result", id, output, is_error: false });
  stage.emit({ type: "file_change", path, kind: isThere ? "update" : "add" });
}

/** A shell command really runs; anything that only the script knows is printed. */
function toolMove({ name, input, result }: ToolUse): Move {
  if (name === "Bash" && hasCommand(input) && !result?.is_error) {
    return { kind: "runs", command: input.command };
  }
  return { kind: "prints", text: result?.output ?? "", isError: result?.is_error ?? false };
}

function hasCommand(input: unknown): input is { command: string } {
  if (typeof input !== "object" || input === null) return false;
  return "command" in input && typeof input.command === "string";
}

/** A process waiting for the file must not find it half written. */
function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

async function forEver(): Promise<void> {
  // Any interval works: it only keeps the process alive without output.
  for (;;) await Bun.sleep(3_600_000);
}
