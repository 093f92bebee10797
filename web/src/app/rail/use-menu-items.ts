import { CircleQuestionMark, Keyboard, Settings } from "lucide-react";
import { useNavigate } from "react-router";
import type { MenuItem } from "#components/ui/dropdown-menu.tsx";
import { THEMES, useChosenTheme } from "#lib/themes.ts";
import { runShortcut } from "#lib/shortcuts.ts";

/** The rarely used items: settings, help, shortcuts, theme. */
export function useMenuItems({ hasKeys }: { hasKeys: boolean }): MenuItem[] {
  const navigate = useNavigate();
  const { theme, setTheme } = useChosenTheme();
  return [
    { label: "Settings", icon: Settings, onSelect: () => void navigate("/settings") },
    { label: "Help", icon: CircleQuestionMark, onSelect: () => void navigate("/help") },
    ...(hasKeys
      ? [
          {
            label: "Keyboard shortcuts",
            icon: Keyboard,
            onSelect: () => runShortcut("help"),
          },
        ]
      : []),
    ...THEMES.map(({ value, label, icon }, index) => ({
      label: `${label} theme`,
      icon,
      isChosen: value === theme.value,
      startsGroup: index === 0,
      onSelect: () => setTheme(value),
    })),
  ];
}
