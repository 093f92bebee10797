import { MousePointerClick } from "lucide-react";
import { SHORTCUTS, type ShortcutId } from "#lib/shortcuts.logic.ts";
import type { PaletteItem } from "./palette-item.ts";

/**
 * What the buttons of this page do, where they are marked: `data-commands` on what holds them, with
 * the heading under which the palette lists them. A button that cannot be pressed now is not offered.
 */
export function pageCommands(): PaletteItem[] {
  const places = [...document.querySelectorAll<HTMLElement>("[data-commands]")];
  return places.flatMap((place) =>
    [...place.querySelectorAll("button")]
      .filter((button) => button.ariaDisabled !== "true" && !button.disabled)
      .map((button, index) => ({
        id: `${place.dataset["commands"]} ${index} ${nameOf(button)}`,
        group: place.dataset["commands"] ?? "",
        label: nameOf(button),
        icon: MousePointerClick,
        ...shortcutOf(button),
        run: () => button.click(),
      }))
      .filter(({ label }) => label !== ""),
  );
}

function shortcutOf({ dataset }: HTMLElement): Pick<PaletteItem, "shortcut"> {
  const id = dataset["shortcut"];
  return isShortcut(id) ? { shortcut: id } : {};
}

function isShortcut(id: string | undefined): id is ShortcutId {
  return id !== undefined && id in SHORTCUTS;
}

function nameOf(button: HTMLElement): string {
  return (button.ariaLabel ?? button.textContent).trim();
}
