export type Shortcut = {
  /** Each of these does it: a key, or two in a row with a space between them. */
  keys: readonly [string, ...string[]];
  label: string;
  group: Group;
};

type Group = "Everywhere" | "Board" | "Task" | "Chats" | "Chat";

/** What may lie behind a dialog with an address of its own. */
export const LISTS: readonly Group[] = ["Board", "Chats"];

/** Every shortcut there is. Handlers, tooltips and the list behind `?` all read this. */
export const SHORTCUTS = {
  help: { keys: ["?"], label: "Show all shortcuts", group: "Everywhere" },
  palette: {
    keys: ["/", "Ctrl+K", "⌘+K"],
    label: "Search or run a command",
    group: "Everywhere",
  },
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
  create_task: { keys: ["c"], label: "Create task", group: "Board" },
  next_card: { keys: ["j", "ArrowDown"], label: "Next task", group: "Board" },
  previous_card: { keys: ["k", "ArrowUp"], label: "Previous task", group: "Board" },
  previous_column: { keys: ["h", "ArrowLeft"], label: "Column to the left", group: "Board" },
  next_column: { keys: ["l", "ArrowRight"], label: "Column to the right", group: "Board" },
  comment: { keys: ["m"], label: "Write a comment", group: "Task" },
  edit: { keys: ["e"], label: "Edit the description", group: "Task" },
  prioritize: {
    keys: ["p"],
    label: "Prioritize, or remove priority (also on a card)",
    group: "Task",
  },
  cancel: { keys: ["x"], label: "Cancel what runs (asks first)", group: "Task" },
  previous_task: { keys: ["["], label: "Previous task", group: "Task" },
  next_task: { keys: ["]"], label: "Next task", group: "Task" },
  new_chat: { keys: ["n"], label: "New chat", group: "Chats" },
  next_chat: { keys: ["j", "ArrowDown"], label: "Next chat", group: "Chats" },
  previous_chat: { keys: ["k", "ArrowUp"], label: "Previous chat", group: "Chats" },
  message: { keys: ["r"], label: "Write a message", group: "Chat" },
} as const satisfies Record<string, Shortcut>;
export type ShortcutId = keyof typeof SHORTCUTS;

type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey">;

/** The key as the table writes it; null for what is the browser's or the system's. */
export function pressedKey(event: Pressed): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // Keyboards of other scripts have our letters in the same places.
  const isForeignLetter = /^\p{L}$/u.test(event.key) && !/^[a-z]$/i.test(event.key);
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (isForeignLetter && letter !== undefined) return letter.toLowerCase();
  return event.key;
}

export type Match = { id: ShortcutId } | { prefix: string } | null;

/** What a key means after what was pressed just before it, among the shortcuts that work now. */
export function matchShortcut(
  prefix: string | null,
  key: string,
  live: readonly ShortcutId[],
): Match {
  const typed = prefix === null ? key : `${prefix} ${key}`;
  const has = (test: (keys: string) => boolean) =>
    live.find((id) => SHORTCUTS[id].keys.some((keys) => test(keys)));
  const id = has((keys) => keys === typed);
  if (id !== undefined) return { id };
  if (has((keys) => keys.startsWith(`${typed} `)) !== undefined) return { prefix: typed };
  // A broken sequence is a fresh start: "g j" is "j".
  return prefix === null ? null : matchShortcut(null, key, live);
}

const KEY_LABELS: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** "g w" is two keys, each drawn on its own. */
export function keyLabels(keys: string): string[] {
  return keys.split(" ").map((key) => KEY_LABELS[key] ?? key);
}
