export type Shortcut = {
  /** Alternatives: a key, or two in a row with a space between them. */
  keys: readonly [string, ...string[]];
  label: string;
  group: Group;
};

type Group = "Everywhere" | "Board" | "Task" | "Changes" | "Chats" | "Chat";

/** An open chat or task may cover these lists or be next to them, and its own keys win. */
export const LISTS: readonly Group[] = ["Board", "Chats"];

/** Which meaning of a key wins, the smallest first: changes are a part of a task. */
function rankOf(id: ShortcutId): number {
  const { group } = SHORTCUTS[id];
  if (group === "Changes") return 0;
  return LISTS.includes(group) ? 2 : 1;
}

/** All shortcuts. Handlers, tooltips and the list behind `?` use this table. */
export const SHORTCUTS = {
  help: { keys: ["?"], label: "Show all shortcuts", group: "Everywhere" },
  palette: {
    keys: ["/", "Ctrl+K", "⌘+K"],
    label: "Search or run a command",
    group: "Everywhere",
  },
  rail: { keys: ["["], label: "Expand or collapse the sidebar", group: "Everywhere" },
  go_workspaces: { keys: ["g w"], label: "Go to workspaces", group: "Everywhere" },
  go_tasks: { keys: ["g t"], label: "Go to tasks", group: "Everywhere" },
  go_chats: { keys: ["g c"], label: "Go to chats", group: "Everywhere" },
  go_agents: { keys: ["g a"], label: "Go to agents", group: "Everywhere" },
  go_settings: {
    keys: ["g s"],
    label: "Go to settings (in a workspace, to its own)",
    group: "Everywhere",
  },
  go_malamar_settings: { keys: ["g m"], label: "Go to Malamar's settings", group: "Everywhere" },
  go_help: { keys: ["g h"], label: "Go to help", group: "Everywhere" },
  create_task: { keys: ["c"], label: "New task", group: "Board" },
  next_card: { keys: ["j", "ArrowDown"], label: "Next task", group: "Board" },
  previous_card: { keys: ["k", "ArrowUp"], label: "Previous task", group: "Board" },
  previous_column: { keys: ["h", "ArrowLeft"], label: "Column to the left", group: "Board" },
  next_column: { keys: ["l", "ArrowRight"], label: "Column to the right", group: "Board" },
  move_task_down: { keys: ["J"], label: "Move task down in Todo", group: "Board" },
  move_task_up: { keys: ["K"], label: "Move task up in Todo", group: "Board" },
  select_card: { keys: ["x"], label: "Select task", group: "Board" },
  select_range: { keys: ["X"], label: "Select tasks up to this one", group: "Board" },
  clear_selection: { keys: ["Escape"], label: "Clear the selection", group: "Board" },
  comment: { keys: ["m"], label: "Write a comment", group: "Task" },
  edit: { keys: ["e"], label: "Edit the description", group: "Task" },
  prioritize: {
    keys: ["p"],
    label: "Prioritize, or remove priority (also on a card)",
    group: "Task",
  },
  stop: { keys: ["s"], label: "Stop the run (asks first)", group: "Task" },
  next_task: { keys: ["j"], label: "Open the next task", group: "Task" },
  previous_task: { keys: ["k"], label: "Open the previous task", group: "Task" },
  toggle_page: {
    keys: ["f"],
    label: "Show the task as a page, or beside the board",
    group: "Task",
  },
  close_task: { keys: ["Escape"], label: "Back to the board", group: "Task" },
  next_file: { keys: ["j"], label: "Next file", group: "Changes" },
  previous_file: { keys: ["k"], label: "Previous file", group: "Changes" },
  next_change: { keys: ["n"], label: "Next change", group: "Changes" },
  previous_change: { keys: ["p"], label: "Previous change", group: "Changes" },
  view_file: { keys: ["v"], label: "Mark the file as viewed", group: "Changes" },
  comment_line: {
    keys: ["c"],
    label: "Comment on the marked line (arrows move it, with ⇧ a range)",
    group: "Changes",
  },
  new_chat: { keys: ["n"], label: "New chat", group: "Chats" },
  next_chat: { keys: ["j", "ArrowDown"], label: "Next chat", group: "Chats" },
  previous_chat: { keys: ["k", "ArrowUp"], label: "Previous chat", group: "Chats" },
  message: { keys: ["r"], label: "Write a message", group: "Chat" },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof SHORTCUTS;

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** The key as written in the table. Null if it belongs to the browser or the system. */
export function pressedKey(event: Pressed): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // Other scripts have the Latin letters in the same positions.
  const isForeignLetter = /^\p{L}$/u.test(event.key) && !/^[a-z]$/i.test(event.key);
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  const key = isForeignLetter && letter !== undefined ? letter : event.key;
  if (!/^[a-z]$/i.test(key)) return key;
  // Caps Lock does not count as Shift.
  return event.shiftKey ? key.toUpperCase() : key.toLowerCase();
}

export type Match = { id: ShortcutId } | { prefix: string } | null;

/**
 * The meaning of a key after the one before it, among the available shortcuts. An open task shares
 * keys with the board next to it, and its changes share some with the task.
 */
export function matchShortcut(
  prefix: string | null,
  key: string,
  live: readonly ShortcutId[],
): Match {
  const typed = prefix === null ? key : `${prefix} ${key}`;
  const has = (test: (keys: string) => boolean) => {
    const found = live.filter((id) => SHORTCUTS[id].keys.some((keys) => test(keys)));
    return found.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  };
  const id = has((keys) => keys === typed);
  if (id !== undefined) return { id };
  if (has((keys) => keys.startsWith(`${typed} `)) !== undefined) return { prefix: typed };
  // An interrupted sequence starts again: "g j" is "j".
  return prefix === null ? null : matchShortcut(null, key, live);
}

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

/** "g w" is two keys, each drawn separately. */
export function keyLabels(keys: string): string[] {
  return keys.split(" ").map((key) => KEY_LABELS[key] ?? (/^[A-Z]$/.test(key) ? `⇧${key}` : key));
}
