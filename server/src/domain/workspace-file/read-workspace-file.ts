import { WORKSPACE_FILE, WorkspaceFile } from "@malamar/contract/workspace-file.ts";
import { AppError, messageOf } from "#lib/app-error.ts";
import { describeIssues } from "#lib/describe-issues.ts";
import { parseUniqueJson } from "#lib/unique-json.ts";

/** The file of an export, if all of it makes sense; else an error that names the first places that do not. */
export function readWorkspaceFile(text: string): WorkspaceFile {
  const value = parse(text);
  requireFormat(value);
  const result = WorkspaceFile.safeParse(value, { reportInput: true });
  if (!result.success) throw invalid(describeIssues(result.error.issues, NOT_AN_EXPORT));
  const problems = inconsistencies(result.data);
  if (problems.length > 0) throw invalid(problems.join("; "));
  return result.data;
}

const NOT_AN_EXPORT = "This is not an export of a Malamar workspace";

function parse(text: string): unknown {
  try {
    return parseUniqueJson(text);
  } catch (error) {
    throw invalid(`${NOT_AN_EXPORT}, or it is damaged: ${messageOf(error)}`);
  }
}

function requireFormat(value: unknown): void {
  const isExport =
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === WORKSPACE_FILE.format;
  if (!isExport) throw invalid(`${NOT_AN_EXPORT}.`);
  const version = "version" in value ? value.version : undefined;
  if (typeof version === "number" && version > WORKSPACE_FILE.version) {
    throw invalid(
      `The file was written by a newer Malamar (version ${version}, this one reads ${WORKSPACE_FILE.version}). Update Malamar first.`,
    );
  }
}

/** What no single place can tell. */
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
    if (seen.has(item[field])) return [`${list}.${at}.${field}: is there already`];
    seen.add(item[field]);
  }
  return [];
}

function invalid(message: string): AppError {
  return new AppError("VALIDATION_ERROR", message);
}
