import { useRef, useState } from "react";
import { useMatch, useNavigate } from "react-router";
import { lazyPart } from "#components/lazy-part.tsx";
import { focusedElement } from "#lib/focused-element.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const [ShortcutsSheet] = lazyPart(
  async () => (await import("./shortcuts-sheet.tsx")).ShortcutsSheet,
);

/** The shortcuts that work on every page, and the dialog that lists all of them. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const openedFrom = useRef<HTMLElement | null>(null);
  const show = () => {
    openedFrom.current = focusedElement();
    setIsOpen(true);
  };
  useGlobalShortcuts(show);
  return isOpen && <ShortcutsSheet onClose={() => setIsOpen(false)} returnFocusTo={openedFrom} />;
}

function useGlobalShortcuts(showHelp: () => void) {
  const navigate = useNavigate();
  const workspaceId = useMatch("/workspaces/:id/*")?.params.id;
  const goToTab = (tab: string) => void navigate(`/workspaces/${workspaceId}/${tab}`);
  useShortcuts({
    help: showHelp,
    go_workspaces: () => void navigate("/"),
    go_settings: () => void navigate("/settings"),
    go_malamar_settings: () => void navigate("/settings"),
    go_help: () => void navigate("/help"),
    ...(workspaceId !== undefined && {
      go_tasks: () => goToTab("tasks"),
      go_chats: () => goToTab("chats"),
      go_agents: () => goToTab("agents"),
      go_settings: () => goToTab("settings"),
    }),
  });
}
