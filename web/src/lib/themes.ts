import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";

const SYSTEM = { value: "system", label: "System", icon: Monitor };

export const THEMES = [
  SYSTEM,
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
];

/** The theme chosen in this browser, and a setter. */
export function useChosenTheme() {
  const { theme, setTheme } = useTheme();
  return { theme: THEMES.find(({ value }) => value === theme) ?? SYSTEM, setTheme };
}
