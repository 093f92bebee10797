import { MousePointerClick } from "lucide-react";
import { menuItems } from "#lib/menu-items.ts";
import { SHORTCUTS, type ShortcutId } from "#lib/shortcuts.logic.ts";
import { THIS_PAGE, type FinalItem } from "./palette-item.ts";

/**
 * What the buttons of this page do, or those of the dialog over it: all of them that can be pressed
 * now. `data-commands` on what holds some of them is the heading under which they are listed; where
 * rows repeat, of which there may be hundreds, it is empty, and they are left out.
 */
export function pageCommands(): FinalItem[] {
  const buttons = [...(place()?.querySelectorAll<HTMLElement>("button, summary") ?? [])];
  return buttons.filter(canBePressed).flatMap((button, index) => {
    const group = button.closest<HTMLElement>("[data-commands]")?.dataset["commands"] ?? THIS_PAGE;
    const label = nameOf(button);
    if (group === "" || label === "") return [];
    const command = (words: string, press: () => void) => ({
      id: `${index} ${words}`,
      group,
      label: words,
      icon: MousePointerClick,
      run: () => {
        // As if it were pressed there: what it opens gives the focus back to it.
        button.focus();
        press();
      },
    });
    return [
      { ...command(label, () => button.click()), ...shortcutOf(button) },
      // What a menu offers is found by its own name, too; of several to choose from, by the menu's.
      ...menuItems
        .of(button)
        .filter(({ isChosen }) => isChosen === undefined)
        .map((item) => command(item.label, item.onSelect)),
    ];
  });
}

/** What lies on top, below the palette itself. */
function place(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>(
    "[role=dialog]:not([data-palette]), [role=alertdialog]",
  );
  return [...dialogs].at(-1) ?? document.querySelector("main");
}

function canBePressed(button: HTMLElement): boolean {
  if (button.ariaDisabled === "true" || button.matches(":disabled")) return false;
  // What only unfolds does nothing, and what is dragged has buttons beside it.
  const isFold = button.ariaExpanded !== null && button.ariaHasPopup === null;
  return !isFold && button.ariaRoleDescription === null && button.checkVisibility();
}

function shortcutOf({ dataset }: HTMLElement): Pick<FinalItem, "shortcut"> {
  const id = dataset["shortcut"];
  return isShortcut(id) ? { shortcut: id } : {};
}

function isShortcut(id: string | undefined): id is ShortcutId {
  return id !== undefined && id in SHORTCUTS;
}

/** `data-command` where the words on a button say too little without what stands around it. */
function nameOf(button: HTMLElement): string {
  // As it is seen: words that stand apart are not one word.
  const words = button.dataset["command"] ?? button.ariaLabel ?? button.innerText;
  return words.replaceAll(/\s+/g, " ").trim();
}
