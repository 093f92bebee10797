import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { focusedElement } from "#lib/focused-element.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const [Palette, fetchPalette] = lazyPart(
  async () => (await import("./palette/palette.tsx")).Palette,
);

const isMac = /Mac|iP/.test(navigator.platform);

/** Opens the palette: by a click, by "/" where single keys are on, and by ⌘K or Ctrl+K always. */
export function PaletteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const openedFrom = useRef<HTMLElement | null>(null);
  const show = () => {
    openedFrom.current = focusedElement();
    setIsOpen(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = isMac ? event.metaKey : event.ctrlKey;
    // The first of the two keys is time enough to fetch what the second one opens.
    if (isMod) fetchPalette();
    if (!isMod || event.shiftKey || event.altKey || event.code !== "KeyK") return;
    event.preventDefault();
    if (isOpen) setIsOpen(false);
    else show();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  useShortcuts({ palette: show });
  return (
    <>
      <Tooltip text={`Search (${isMac ? "⌘" : "Ctrl+"}K)`}>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Search"
          aria-haspopup="dialog"
          onPointerEnter={fetchPalette}
          onFocus={fetchPalette}
          onClick={show}
        >
          <Search aria-hidden />
        </Button>
      </Tooltip>
      {isOpen && <Palette onClose={() => setIsOpen(false)} returnFocusTo={openedFrom} />}
    </>
  );
}
