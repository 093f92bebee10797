import { CircleQuestionMark, Settings } from "lucide-react";
import { Link } from "react-router";
import { Brand } from "#components/brand.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { NoCliWarning } from "#features/cli-health/no-cli-warning.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { ShortcutsHelp } from "./shortcuts-help.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function TopBar() {
  return (
    // A narrow window with a mouse has one button more than a phone, and needs no room for fingers.
    <header className="sticky top-0 z-30 flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 sm:px-6 max-sm:pointer-fine:gap-0.5">
      <Link to="/" className="hit-area mr-auto inline-flex rounded-sm">
        <Brand isCompact />
      </Link>
      <NoCliWarning />
      <PaletteButton />
      <Tooltip text="Malamar's settings">
        <Button asChild variant="ghost" size="icon" aria-label="Malamar's settings">
          <Link to="/settings">
            <Settings aria-hidden />
          </Link>
        </Button>
      </Tooltip>
      <Tooltip text="Help">
        <Button asChild variant="ghost" size="icon" aria-label="Help">
          <Link to="/help">
            <CircleQuestionMark aria-hidden />
          </Link>
        </Button>
      </Tooltip>
      <ShortcutsHelp />
      <ThemeSwitch />
    </header>
  );
}
