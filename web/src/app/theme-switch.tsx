import { MenuButton } from "#components/menu-button.tsx";
import { THEMES, useChosenTheme } from "#lib/themes.ts";

export function ThemeSwitch() {
  const { theme, setTheme } = useChosenTheme();
  return (
    <MenuButton
      variant="ghost"
      size="icon"
      aria-label={`Theme: ${theme.label}`}
      className="-mr-2"
      items={THEMES.map(({ value, label, icon }) => ({
        label,
        icon,
        isChosen: value === theme.value,
        onSelect: () => setTheme(value),
      }))}
    >
      <theme.icon aria-hidden />
    </MenuButton>
  );
}
