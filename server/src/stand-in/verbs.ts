import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, isAbsolute, join, normalize, resolve } from "node:path";
import type { Stage } from "./stage.ts";
import { flood } from "./flood.ts";
import { forkBareTool, forkTool } from "./fork.ts";
import { readDuration, readSize, readUsage } from "./quantities.ts";

/** A number ends the run at once with that exit code. */
type Played = void | number | Promise<void>;

/** One line of a script, understood. */
export interface Step {
  verb: string;
  details: unknown;
  play: (stage: Stage) => Played;
}

interface Verb {
  example: string;
  /** null: not written as it should be. */
  read: (text: string) => Omit<Step, "verb"> | null;
}

/** What a script can say. One entry is one verb: how it is written, read and played. */
const VERBS: Readonly<Record<string, Verb>> = {
  // What the agent does while it works.
  think: verb("think I should look first.", someText, (stage, text) =>
    stage.emit({ type: "thinking", text: stage.fillIn(text) }),
  ),
  say: verb("say Looking at the task.", someText, (stage, text) =>
    stage.emit({ type: "text", text: stage.fillIn(text) }),
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
  ),
  write: verb("write notes.md Hello", fileAndText, (stage, { path, text }) => {
    const file = join(stage.cwd, path);
    const kind = existsSync(file) ? "update" : "add";
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${stage.fillIn(text)}\n`);
    stage.emit({ type: "file_change", path, kind });
  }),
  usage: verb("usage 1200 in, 300 out, 100 cached, $0.02", readUsage, (stage, used) =>
    stage.emit({ type: "usage", ...used }),
  ),
  session: verb("session abc-123", oneWord, ({ ending }, id) => void (ending.sessionId = id)),
  wait: verb("wait 2s", readDuration, (_stage, ms) => Bun.sleep(ms)),
  gate: verb("gate go-on", oneWord, async (stage, path) => {
    // Often enough that a test does not wait for us, seldom enough to cost nothing.
    while (!existsSync(resolve(stage.cwd, path))) await Bun.sleep(10);
  }),

  // What it answers.
  comment: verb(
    "comment I have written a plan.",
    someText,
    (stage, text) =>
      void stage.ending.actions.push({ type: "comment", content: stage.fillIn(text) }),
  ),
  skip: verb("skip", nothing, ({ ending }) => void ending.actions.push({ type: "skip" })),
  review: verb("review", nothing, askForReview),
  in_review: verb("in_review", nothing, askForReview),

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
  exit: verb("exit 3 some text for stderr", exitCode, (stage, { code, text }) => {
    if (text !== "") stage.write("stderr", `${text}\n`);
    if (stage.ending.lastWord?.ok) stage.ending.lastWord = null;
    return code;
  }),
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

/** The verb a line begins with, the longer name first. */
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
): Verb {
  return {
    example,
    read: (text) => {
      const details = readDetails(text);
      return details === null ? null : { details, play: (stage) => play(stage, details) };
    },
  };
}

function askForReview({ ending }: Stage): void {
  ending.actions.push({ type: "change_status", status: "in_review" });
}

/** Who waits for the file must not find it half written. */
function writeWhole(path: string, content: string): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}

async function forEver(): Promise<void> {
  // Any time will do: it only has to keep the process alive without a sound.
  for (;;) await Bun.sleep(3_600_000);
}

function nothing(text: string): true | null {
  return text === "" || null;
}

function someText(text: string): string | null {
  return text === "" ? null : text;
}

function oneWord(text: string): string | null {
  return /^\S+$/.test(text) ? text : null;
}

/** Only below the working directory: a script is text that people pass around. */
function fileAndText(text: string): { path: string; text: string } | null {
  const [, path, content] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
  if (path === undefined || content === undefined) return null;
  if (isAbsolute(path) || normalize(path).startsWith("..")) return null;
  return { path, text: content };
}

interface ToolUse {
  name: string;
  input: unknown;
  /** null: the tool never answers. */
  result: { output: string; is_error: boolean } | null;
}

/** `NAME [input, JSON or words] [=> result | =>! error]` */
function toolUse(text: string): ToolUse | null {
  const [, name, given = "", arrow, output = ""] =
    /^(\S+)\s*(.*?)(?:\s*(=>!?)\s*(.*))?$/s.exec(text) ?? [];
  if (name === undefined || name.startsWith("=>")) return null;
  const input = given.startsWith("{") ? readJson(given) : { text: given };
  if (input === undefined) return null;
  return { name, input, result: arrow ? { output, is_error: arrow === "=>!" } : null };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function exitCode(text: string): { code: number; text: string } | null {
  const [, code, rest = ""] = /^(\d{1,3})(?:\s+(.*))?$/s.exec(text) ?? [];
  return code === undefined || Number(code) > 255 ? null : { code: Number(code), text: rest };
}

function signalName(text: string): NodeJS.Signals | null {
  // The table's keys are the names of the signals.
  return Object.hasOwn(constants.signals, text) ? (text as NodeJS.Signals) : null;
}

interface QuotaEnd {
  /** null: it does not say. */
  resetsAt: ((now: Date) => Date) | null;
  text: string;
}

/** `[duration or time] [what the CLI says]` */
function quotaEnd(text: string): QuotaEnd | null {
  const [, first = "", rest = ""] = /^(\S*)(?:\s+(.*))?$/s.exec(text) ?? [];
  const ms = readDuration(first);
  if (ms !== null) return { resetsAt: (now) => new Date(now.getTime() + ms), text: rest };
  if (/^\d{4}-/.test(first)) {
    const time = new Date(first);
    return Number.isNaN(time.getTime()) ? null : { resetsAt: () => time, text: rest };
  }
  return { resetsAt: null, text };
}

function floodSize(text: string): { bytes: number; newlines: boolean } | null {
  const [, size = "", without] = /^(\S+)(\s+without newlines)?$/.exec(text) ?? [];
  const bytes = readSize(size);
  return bytes === null ? null : { bytes, newlines: without === undefined };
}
