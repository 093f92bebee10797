import { z } from "zod";
import { WORKSPACE_FILE, WorkspaceFile, WorkspaceFile1 } from "@malamar/contract/workspace-file.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { parseUniqueJson } from "#lib/unique-json.ts";

/** Takes the content of a file of its version, and returns the import's input. */
type Reader = (content: unknown) => WorkspaceFile;
type Readers = Readonly<Record<number, Reader>>;

/**
 * One for each version ever written. To add version 3: give the old form its own schema, and let
 * reader 2 check that, convert the content, and continue as reader 3.
 */
export const READERS: Readers & Record<typeof WORKSPACE_FILE.version, Reader> = {
  1: (content) => checked(WorkspaceFile, inOrder(checked(WorkspaceFile1, content))),
  2: (content) => checked(WorkspaceFile, content),
};

/** Numbers follow creation, as in the file; the newest came first, and none of them had started. */
function inOrder(file: z.infer<typeof WorkspaceFile1>): z.input<typeof WorkspaceFile> {
  return {
    ...file,
    version: 2,
    workspace: { ...file.workspace, is_paused: false, pickup_order: "newest_first" },
    tasks: file.tasks.map((task, at) => ({
      ...task,
      number: at + 1,
      position: -(at + 1),
      labels: [],
      is_on_hold: task.status === "todo",
      comments: task.comments.map((comment) => ({ ...comment, is_note: false })),
    })),
  };
}

/**
 * The content of an exported file if it is valid; else an error that names the first invalid
 * places.
 */
export function readWorkspaceFile(text: string, readers: Readers = READERS): WorkspaceFile {
  const content = parse(text);
  // The version comes first: the rest of a newer file can have any form.
  const reader = readers[versionOf(content)];
  if (!reader) throw invalid("This file was made by a newer Malamar. Update first.");
  const file = reader(content);
  const problems = inconsistencies(file);
  if (problems.length > 0) throw invalid(problems.join("; "));
  return file;
}

const NOT_AN_EXPORT = "This is not an export of a Malamar workspace";

function parse(text: string): unknown {
  try {
    return parseUniqueJson(text);
  } catch (error) {
    throw invalid(`${NOT_AN_EXPORT}, or it is damaged: ${messageOf(error)}`);
  }
}

const WHOLE_NUMBER = "must be a whole number of at least 1";
const Head = z.object({
  format: z.literal(WORKSPACE_FILE.format),
  version: z
    .number(WHOLE_NUMBER)
    .refine((version) => Number.isInteger(version) && version >= 1, WHOLE_NUMBER),
});

function versionOf(content: unknown): number {
  if (!Head.pick({ format: true }).safeParse(content).success) throw invalid(`${NOT_AN_EXPORT}.`);
  return checked(Head, content).version;
}

function checked<Content>(schema: z.ZodType<Content>, content: unknown): Content {
  const result = schema.safeParse(content, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(describeIssues(result.error.issues, NOT_AN_EXPORT));
}

/** Rules that span several places. */
function inconsistencies({ agents, tasks, chats }: WorkspaceFile): string[] {
  const ids = new Set(agents.map(({ id }) => id));
  const orders = agents.map(({ order }) => order).toSorted((a, b) => a - b);
  const strangers = chats.findIndex(({ agent_id }) => agent_id !== null && !ids.has(agent_id));
  const prioritized = tasks.flatMap((task, at) => (task.is_priority ? [{ ...task, at }] : []));
  const finished = prioritized.find(({ status }) => status !== "todo");
  return [
    ...repeated("agents", "id", agents),
    ...repeated("agents", "name", agents),
    ...repeated("tasks", "id", tasks),
    ...(orders.every((order, at) => order === at + 1)
      ? []
      : [`agents: their orders must be 1 to ${agents.length}, each once`]),
    ...(strangers === -1 ? [] : [`chats.${strangers}.agent_id: is not an agent of this file`]),
    ...(prioritized.length > 1 ? ["tasks: only one of them can be prioritized"] : []),
    ...(finished
      ? [`tasks.${finished.at}.is_priority: only a task in Todo can be prioritized`]
      : []),
  ];
}

function repeated<Field extends string>(
  list: string,
  field: Field,
  items: readonly Record<Field, string>[],
): string[] {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    if (seen.has(item[field])) return [`${list}.${at}.${field}: appears twice`];
    seen.add(item[field]);
  }
  return [];
}

function invalid(message: string): AppError {
  return new AppError("VALIDATION_ERROR", message);
}
