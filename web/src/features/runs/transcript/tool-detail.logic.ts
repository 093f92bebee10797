import { firstLine, inputPreview } from "./display-text.logic.ts";
import { toolKind, type ToolKind } from "./tool-kind.logic.ts";

/** What a tool replaced with what. null: unknown. */
export type Change = { before: string | null; after: string };

export type Todo = { text: string; state: "open" | "active" | "done" | "cancelled" };

/** The subject of a call, in the same form for every CLI. */
export type ToolDetail = {
  kind: ToolKind;
  /** One line: a command, a path, a pattern. */
  subject: string;
  /** The file that it reads or changes. */
  path: string | null;
  command: string | null;
  changes: readonly Change[];
  todos: readonly Todo[] | null;
  /** The rest of its input, or null. */
  rest: unknown;
};

type Fields = ReadonlyMap<string, unknown>;

export function toolDetail(name: string, input: unknown): ToolDetail {
  const kind = toolKind(name);
  const fields = fieldsOf(input);
  const path = isAboutFile(kind) ? pathIn(input, fields) : null;
  const command = kind === "command" ? commandIn(fields) : null;
  const todos = kind === "todo" ? todosIn(fields.get("todos") ?? fields.get("plan")) : null;
  const changes = kind === "edit" || kind === "write" ? changesIn(fields) : [];
  const isTold = path !== null || command !== null || todos !== null || changes.length > 0;
  const rest = isTold ? restOf(input, fields) : input;
  return { kind, path, command, todos, changes, rest, subject: subjectOf() };

  function subjectOf(): string {
    if (command !== null) return firstLine(command);
    if (path !== null) return firstLine(path);
    if (kind === "search") return searched(fields) || inputPreview(input);
    if (todos !== null) return todoSummary(todos);
    return inputPreview(input);
  }
}

/** Fields that have a form of their own. */
const TOLD: ReadonlySet<string> = new Set(
  "file_path filePath absolute_path notebook_path command cmd todos plan edits old_string oldString new_string newString content new_source patchText patch".split(
    " ",
  ),
);

function restOf(input: unknown, fields: Fields): unknown {
  // A truncated input is text, and only its path is known.
  if (fields.size === 0) return typeof input === "string" ? input : null;
  const rest = [...fields].filter(([name, value]) => !TOLD.has(name) && isWorthTelling(value));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

function isWorthTelling(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "" && value !== false;
}

function isAboutFile(kind: ToolKind): boolean {
  return kind === "read" || kind === "edit" || kind === "write";
}

function fieldsOf(input: unknown): Fields {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return new Map(isObject ? Object.entries(input) : []);
}

function textIn(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}

const PATH_FIELDS = ["file_path", "filePath", "absolute_path", "notebook_path", "path"] as const;

/**
 * Finds the path in an input that was too long to store whole. Its JSON is cut somewhere after
 * this.
 */
const PATH_IN_TEXT = new RegExp(
  String.raw`"(?:${PATH_FIELDS.join("|")})":("(?:[^"\\]|\\.){1,4096}")`,
);

const FILE_IN_PATCH = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/m;

function pathIn(input: unknown, fields: Fields): string | null {
  const found = textIn(fields, ...PATH_FIELDS);
  if (found !== null) return found;
  const patch = textIn(fields, "patchText", "patch", "input") ?? "";
  const patched = FILE_IN_PATCH.exec(patch.slice(0, 4_096))?.[1];
  if (patched !== undefined) return patched;
  const quoted = typeof input === "string" ? PATH_IN_TEXT.exec(input.slice(0, 8_192))?.[1] : null;
  if (!quoted) return null;
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null;
  }
}

/** A shell that only wraps the actual command. */
const SHELL = /^(?:\/\S+\/)?(?:bash|zsh|sh) -l?c (?:'([^]*)'|"([^]*)")$/;

function commandIn(fields: Fields): string | null {
  const given = fields.get("command") ?? fields.get("cmd");
  const words = Array.isArray(given) ? given.filter((word) => typeof word === "string") : [];
  const line = typeof given === "string" ? given : words.join(" ");
  if (line === "") return null;
  const [, single, double] = SHELL.exec(line) ?? [];
  if (single !== undefined) return single.replaceAll(`'\\''`, "'").replaceAll(`'"'"'`, "'");
  return double?.replaceAll(/\\(["\\$`])/g, "$1") ?? line;
}

function searched(fields: Fields): string {
  const pattern = textIn(fields, "pattern", "query");
  const place = textIn(fields, "path", "dir_path", "include");
  if (pattern === null) return firstLine(place ?? "");
  return firstLine(place === null ? pattern : `${pattern} in ${place}`);
}

function changesIn(fields: Fields): Change[] {
  const edits = fields.get("edits");
  if (Array.isArray(edits)) return edits.flatMap((edit) => changesIn(fieldsOf(edit)));
  const before = fields.get("old_string") ?? fields.get("oldString");
  const names = ["new_string", "newString", "content", "new_source", "patchText", "patch"];
  const after = names.map((name) => fields.get(name)).find((value) => typeof value === "string");
  const known = typeof before === "string" && before !== "" ? before : null;
  if (typeof after === "string") return [{ before: known, after }];
  return known === null ? [] : [{ before: known, after: "" }];
}

const STATES: Readonly<Record<string, Todo["state"]>> = {
  completed: "done",
  done: "done",
  in_progress: "active",
  active: "active",
  cancelled: "cancelled",
};

function todosIn(list: unknown): Todo[] | null {
  if (!Array.isArray(list)) return null;
  return list.flatMap((entry: unknown) => {
    const fields = fieldsOf(entry);
    const text = textIn(fields, "content", "description", "step", "text", "title");
    const state = STATES[textIn(fields, "status", "state") ?? ""] ?? "open";
    return text === null ? [] : { text, state };
  });
}

/** A list written as lines with boxes, as by Codex CLI. Null for any other text. */
export function todosInText(text: string): Todo[] | null {
  if (!/^\[[ x]\] /.test(text)) return null;
  const lines = text.split("\n").map((line) => /^\[([ x])\] (.*)$/.exec(line));
  if (lines.some((line) => line === null)) return null;
  return lines.map((line) => ({ text: line![2]!, state: line![1] === "x" ? "done" : "open" }));
}

/** "2 of 5 done". */
export function todoSummary(todos: readonly Todo[]): string {
  if (todos.length === 0) return "empty";
  return `${todos.filter(({ state }) => state === "done").length} of ${todos.length} done`;
}

type Printed = { output: string; exit_code?: number | undefined };

/** Claude Code writes it above the output, Qwen Code below. */
const EXIT_ABOVE = /^Exit code (\d{1,3})(?:\n|$)/;
const EXIT_BELOW = /^Exit Code: (\d{1,3})$/m;

/** A command's output, and its exit code if the CLI reports it. */
export function printedBy({ output, exit_code }: Printed): {
  text: string;
  exitCode: number | null;
} {
  const above = EXIT_ABOVE.exec(output);
  const text = above === null ? output : output.slice(above[0].length);
  if (exit_code !== undefined) return { text, exitCode: exit_code };
  const isFramed = output.startsWith("Command: ");
  const told = above?.[1] ?? (isFramed ? EXIT_BELOW.exec(output)?.[1] : undefined);
  return { text, exitCode: told === undefined ? null : Number(told) };
}
