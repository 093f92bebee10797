import { keyLabels, SHORTCUTS, type ShortcutId } from "#lib/shortcuts.logic.ts";

/** "Prioritize (p)": the tooltip of a button that has a key. */
export function withKey(label: string, id: ShortcutId): string {
  return `${label} (${keyLabels(SHORTCUTS[id].keys[0]).join(" ")})`;
}
