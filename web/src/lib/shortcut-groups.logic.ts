import { SHORTCUTS, keyLabels, type Shortcut } from "./shortcuts.logic.ts";

type Row = {
  label: string;
  /** Alternatives, each of one key or two in a row. */ ways: string[][];
};

/** Every shortcut under its heading, in the table's order. */
export function shortcutGroups(): { group: Shortcut["group"]; rows: Row[] }[] {
  const shortcuts: Shortcut[] = Object.values(SHORTCUTS);
  const groups = [...new Set(shortcuts.map(({ group }) => group))];
  return groups.map((group) => ({
    group,
    rows: shortcuts
      .filter((shortcut) => shortcut.group === group)
      .map(({ label, keys }) => ({ label, ways: keys.map(keyLabels) })),
  }));
}
