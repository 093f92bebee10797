import { MousePointerClick } from "lucide-react";
import { menuItems } from "#lib/menu-items.ts";
import { SHORTCUTS, type ShortcutId } from "#lib/shortcuts.logic.ts";
import { THIS_PAGE, type FinalItem } from "./palette-item.ts";

/**
 * One command for each enabled button of this page, or of the dialog on top of it, and for links that
 * have a `data-command`. `data-commands`
 * on a container gives the heading for its buttons. An empty value leaves them out, as in lists
 * with hundreds of rows.
 */
export function pageCommands(): FinalItem[] {
  const buttons = [...(place()?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])];
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
        // As if the button was clicked: a dialog it opens returns the focus to it.
        button.focus();
        press();
      },
    });
    return [
      { ...command(label, () => button.click()), ...shortcutOf(button) },
      // A menu's items are also found by their own names; choices are listed under the menu's name.
      ...menuItems
        .of(button)
        .filter(({ isChosen }) => isChosen === undefined)
        .map((item) => command(item.label, item.onSelect)),
    ];
  });
}

const BUTTONS = "button, summary, a[data-command]";

/** The topmost layer below the palette itself. */
function place(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>(
    "[role=dialog]:not([data-palette]), [role=alertdialog]",
  );
  return [...dialogs].at(-1) ?? document.querySelector("main");
}

function canBePressed(button: HTMLElement): boolean {
  if (button.ariaDisabled === "true" || button.matches(":disabled")) return false;
  // Disclosure buttons do nothing, and everything draggable has buttons as well.
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

/** The button's name, or `data-command` where its label is too short without its surroundings. */
function nameOf(button: HTMLElement): string {
  // Uses the visible text, which keeps words in separate elements apart.
  const words = button.dataset["command"] ?? button.ariaLabel ?? button.innerText;
  return words.replaceAll(/\s+/g, " ").trim();
}
