import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { idFrom } from "@malamar/contract/plain/id.ts";
import { BookOpen, Bot, Keyboard, LogOut, MessagesSquare, Plus, Settings } from "lucide-react";
import { Bell, FolderKanban, SquareKanban, Stethoscope, SunMoon } from "lucide-react";
import { ChevronDown, ChevronUp, MessageSquare, Pencil, Trash2 } from "lucide-react";
import { Eye, MessageSquarePlus } from "lucide-react";
import { PanelLeft, Pause, Play } from "lucide-react";
import { useTheme } from "next-themes";
import { useMatch, useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import { agentQueries } from "#features/agents/queries.ts";
import { chatAgents } from "#features/chats/chat-agents.ts";
import { useStartChat } from "#features/chats/use-start-chat.ts";
import { useCheckClis } from "#features/cli-health/mutations.ts";
import { useCliHealth } from "#features/cli-health/queries.ts";
import { useLogout } from "#features/session/mutations.ts";
import { useSession } from "#features/session/queries.ts";
import { workspaceQueries } from "#features/workspaces/queries.ts";
import { shortened } from "#lib/short-text.logic.ts";
import { turnNoticesOff, turnNoticesOn, useNoticesState } from "#lib/notices-switch.ts";
import { SHORTCUTS } from "#lib/shortcuts.logic.ts";
import { liveShortcuts, runShortcut, useShortcutsSwitch } from "#lib/shortcuts.ts";
import { letUnsavedGo } from "#lib/unsaved.ts";
import { usePauseAll } from "#app/rail/use-pause-all.ts";
import { pageCommands } from "./page-commands.ts";
import {
  LazyAgent,
  LazyCreateTask,
  LazyCreateWorkspace,
  LazyDeleteWorkspace,
} from "./palette-dialogs.ts";
import { THESE_CHANGES, THIS_TASK, type PaletteItem } from "./palette-item.ts";
import { joined } from "./palette.logic.ts";

/** Everything the user can do from here. Search results are separate. */
export function useCommands(): PaletteItem[] {
  const workspace = idFrom<WorkspaceId>(useMatch("/workspaces/:id/*")?.params.id) ?? undefined;
  const commands = [
    ...keyCommands(),
    ...usePlaces(workspace),
    ...useCreations(workspace),
    ...useSwitches(),
    ...useDeletion(workspace),
  ];
  // Read again for every letter: a button that was busy may be enabled now.
  return joined<PaletteItem>(commands, pageCommands());
}

const KEY_COMMANDS = [
  { id: "view_file", group: THESE_CHANGES, icon: Eye },
  { id: "comment_line", group: THESE_CHANGES, icon: MessageSquarePlus },
  { id: "next_change", group: THESE_CHANGES, icon: ChevronDown },
  { id: "previous_change", group: THESE_CHANGES, icon: ChevronUp },
  { id: "next_file", group: THESE_CHANGES, icon: ChevronDown },
  { id: "previous_file", group: THESE_CHANGES, icon: ChevronUp },
  { id: "comment", group: THIS_TASK, icon: MessageSquare },
  { id: "edit", group: THIS_TASK, icon: Pencil },
  { id: "previous_task", group: THIS_TASK, icon: ChevronUp },
  { id: "next_task", group: THIS_TASK, icon: ChevronDown },
] as const;

/** Commands on what is open that have a key but no button. */
function keyCommands(): PaletteItem[] {
  const live = liveShortcuts();
  return KEY_COMMANDS.filter(({ id }) => live.includes(id)).map(({ id, group, icon }) => ({
    id,
    group,
    label: SHORTCUTS[id].label,
    icon,
    shortcut: id,
    run: () => runShortcut(id),
  }));
}

function usePlaces(workspace: WorkspaceId | undefined): PaletteItem[] {
  const navigate = useNavigate();
  const place = (
    label: string,
    path: string,
    rest: Pick<PaletteItem, "icon"> & Partial<PaletteItem>,
  ) =>
    ({ id: path, group: "Go to", label, ...rest, run: () => void navigate(path) }) as PaletteItem;
  const tab = (path: string) => `/workspaces/${workspace}/${path}`;
  return [
    ...(workspace === undefined
      ? []
      : [
          place("Tasks", tab("tasks"), {
            icon: SquareKanban,
            shortcut: "go_tasks",
            words: "board",
          }),
          place("Chats", tab("chats"), { icon: MessagesSquare, shortcut: "go_chats" }),
          place("Agents", tab("agents"), { icon: Bot, shortcut: "go_agents", words: "team" }),
          place("Settings of this workspace", tab("settings"), {
            icon: Settings,
            shortcut: "go_settings",
          }),
        ]),
    place("Workspaces", "/", {
      icon: FolderKanban,
      shortcut: "go_workspaces",
      words: "home needs you",
    }),
    place("Malamar's settings", "/settings", {
      icon: Settings,
      shortcut: "go_malamar_settings",
      words: "global mail cli environment",
    }),
    place("Help", "/help", { icon: BookOpen, shortcut: "go_help" }),
  ];
}

function useCreations(workspace: WorkspaceId | undefined): PaletteItem[] {
  const { data: clis = [] } = useCliHealth();
  const start = useChatStart(workspace);
  const group = "Create";
  return [
    ...(workspace === undefined
      ? []
      : ([
          {
            id: "create task",
            group,
            label: "Create task",
            icon: Plus,
            shortcut: "create_task",
            dialog: (props) => <LazyCreateTask workspaceId={workspace} {...props} />,
          },
          {
            id: "create agent",
            group,
            label: "Create agent",
            icon: Plus,
            dialog: (props) => (
              <LazyAgent workspaceId={workspace} agent={null} clis={clis} {...props} />
            ),
          },
          {
            id: "create chat",
            group,
            label: "Start a chat",
            icon: Plus,
            shortcut: "new_chat",
            words: "create new chat conversation malamar agent",
            ...start,
          },
        ] satisfies PaletteItem[])),
    {
      id: "create workspace",
      group,
      label: "Create workspace",
      icon: Plus,
      dialog: (props) => <LazyCreateWorkspace {...props} />,
    },
  ];
}

/** Asks which agent to talk to if there is more than one. */
function useChatStart(workspace: WorkspaceId | undefined) {
  const { start } = useStartChat();
  const queryClient = useQueryClient();
  if (workspace === undefined) return { run: () => {} };
  // The workspace page has already loaded its team.
  const agents = queryClient.getQueryData(agentQueries.team(workspace).queryKey) ?? [];
  if (agents.length === 0) return { run: () => start(workspace, null) };
  return {
    question: "Who with?",
    choices: chatAgents(agents).map(({ id, label, icon }) => ({
      id: `chat with ${id}`,
      group: "Start a chat",
      label,
      icon,
      run: () => start(workspace, id),
    })),
  };
}

function useDeletion(id: WorkspaceId | undefined): PaletteItem[] {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const workspace = id && queryClient.getQueryData(workspaceQueries.detail(id).queryKey);
  if (workspace === undefined) return [];
  const leave = () => {
    letUnsavedGo();
    void navigate("/");
  };
  return [
    {
      id: "delete workspace",
      group: "Delete",
      label: "Delete workspace…",
      icon: Trash2,
      context: shortened(workspace.title, 200),
      dialog: (props) => <LazyDeleteWorkspace workspace={workspace} onDeleted={leave} {...props} />,
    },
  ];
}

const THEMES = [
  { value: "system", label: "System theme" },
  { value: "light", label: "Light theme" },
  { value: "dark", label: "Dark theme" },
];

function useSwitches(): PaletteItem[] {
  const { theme = "system", setTheme } = useTheme();
  const { isOn: hasKeys, setIsOn } = useShortcutsSwitch();
  const notices = useNoticesState();
  const navigate = useNavigate();
  const { mutate: checkClis } = useCheckClis();
  const { mutate: logOut } = useLogout();
  const { data: session } = useSession();
  const { isPaused, canSwitch, toggle } = usePauseAll();
  const group = "Settings";
  const item = (label: string, icon: PaletteItem["icon"], run: () => void, words = "") => ({
    id: label,
    group,
    label,
    icon,
    words,
    run,
  });
  return [
    ...THEMES.filter(({ value }) => value !== theme).map(({ value, label }) =>
      item(label, SunMoon, () => setTheme(value), "colours mode"),
    ),
    ...(canSwitch
      ? [
          item(
            isPaused ? "Resume all work" : "Pause all work",
            isPaused ? Play : Pause,
            toggle,
            "stop hold everything",
          ),
        ]
      : []),
    ...(liveShortcuts().includes("rail")
      ? [
          {
            ...item(SHORTCUTS.rail.label, PanelLeft, () => runShortcut("rail"), "rail navigation"),
            shortcut: "rail" as const,
          },
        ]
      : []),
    { ...item("Keyboard shortcuts", Keyboard, () => runShortcut("help")), shortcut: "help" },
    item(hasKeys ? "Turn off single-key shortcuts" : "Turn on single-key shortcuts", Keyboard, () =>
      setIsOn(!hasKeys),
    ),
    ...(notices === "off"
      ? [item("Notify me in this browser", Bell, () => void turnNoticesOn(), "notifications")]
      : []),
    ...(notices === "on" ? [item("Stop notifying me", Bell, turnNoticesOff, "notifications")] : []),
    {
      ...item("Check the CLIs", Stethoscope, () => {
        checkClis({ deep: false });
        void navigate("/settings#clis");
      }),
      words: "health install available claude codex gemini opencode",
    },
    ...(session?.token_required ? [item("Log out", LogOut, () => logOut(), "sign")] : []),
  ];
}
