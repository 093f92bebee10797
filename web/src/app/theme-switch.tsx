import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { MenuButton } from "#components/menu-button.tsx";

const SYSTEM = { value: "system", label: "System", icon: Monitor };
const THEMES = [
  SYSTEM,
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
];

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const current = THEMES.find(({ value }) => value === theme) ?? SYSTEM;
  return (
    <MenuButton
      variant="ghost"
      size="icon"
      aria-label={`Theme: ${current.label}`}
      className="-mr-2"
      items={THEMES.map(({ value, label, icon }) => ({
        label,
        icon,
        isChosen: value === current.value,
        onSelect: () => setTheme(value),
      }))}
    >
      <current.icon aria-hidden />
    </MenuButton>
  );
}
