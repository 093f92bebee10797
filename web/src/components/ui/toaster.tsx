import { useTheme } from "next-themes";
import { Toaster as Sonner } from "sonner";

const THEMES = ["light", "dark"] as const;

/** Five seconds, three at a time, at the bottom right, closable. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={THEMES.find((theme) => theme === resolvedTheme) ?? "light"}
      position="bottom-right"
      duration={5_000}
      visibleToasts={3}
      expand
      closeButton
    />
  );
}
