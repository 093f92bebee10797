export type ToolKind =
  | "read"
  | "search"
  | "edit"
  | "write"
  | "command"
  | "web"
  | "todo"
  | "agent"
  | "other";

/**
 * The kinds of the five CLIs' tools by name, in lower case and without separators:
 * `run_shell_command` and `RunShellCommand` are the same.
 */
const KINDS: Readonly<Record<string, ToolKind>> = {
  ...named("read", "read", "readfile", "readmanyfiles", "notebookread", "viewimage"),
  ...named("search", "grep", "grepsearch", "searchfilecontent", "glob", "list", "ls"),
  ...named("search", "listdirectory", "codesearch"),
  ...named("edit", "edit", "multiedit", "notebookedit", "replace", "applypatch", "patch"),
  ...named("write", "write", "writefile"),
  ...named("command", "bash", "shell", "runshellcommand", "bashoutput", "killshell", "killbash"),
  ...named("command", "monitor", "execcommand", "localshell", "writestdin"),
  ...named("web", "websearch", "webfetch", "googlewebsearch"),
  ...named("todo", "todowrite", "todoread", "writetodos", "updateplan"),
  ...named("todo", "taskcreate", "taskupdate", "tasklist", "taskget"),
  ...named("agent", "agent", "task", "invokeagent", "spawnagent", "wait", "sendinput"),
  ...named("agent", "resumeagent", "closeagent", "sendmessage", "taskoutput", "taskstop"),
  ...named("agent", "workflow", "delegatetoagent"),
};

function named(kind: ToolKind, ...names: readonly string[]): Record<string, ToolKind> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Longer than any name in the table. A name may come from anywhere. */
const MOST_CHARACTERS = 40;

/** A tool's kind. Tools of MCP servers can have any name and are "other". */
export function toolKind(name: string): ToolKind {
  if (name.length > MOST_CHARACTERS || /[^\w-]/.test(name)) return "other";
  const plain = name.toLowerCase().replaceAll(/[_-]/g, "");
  return Object.hasOwn(KINDS, plain) ? KINDS[plain]! : "other";
}
