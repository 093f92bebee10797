import { useEffect, useEffectEvent, useRef, useState } from "react";
import { lazyPart } from "#components/lazy-part.tsx";
import { focusedElement } from "#lib/focused-element.ts";
import { isMac } from "#lib/is-mac.ts";
import { useShortcuts } from "#lib/shortcuts.ts";

const [Palette, fetch] = lazyPart(async () => (await import("./palette/palette.tsx")).Palette);

/** For a button to call on hover or focus. */
export const fetchPalette = fetch;

/**
 * The palette for the whole page: "/" and buttons open it through its shortcut, and ⌘K or Ctrl+K
 * always works.
 */
export function PaletteHost() {
  const [isOpen, setIsOpen] = useState(false);
  const openedFrom = useRef<HTMLElement | null>(null);
  const show = () => {
    openedFrom.current = focusedElement();
    setIsOpen(true);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = isMac ? event.metaKey : event.ctrlKey;
    // The modifier is pressed first, which leaves enough time to fetch the code.
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
  return isOpen && <Palette onClose={() => setIsOpen(false)} returnFocusTo={openedFrom} />;
}
