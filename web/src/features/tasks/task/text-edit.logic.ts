/** A text being edited, and what it was at the start. */
export type TextEdit = { base: string; text: string };

export function beginEdit(current: string): TextEdit {
  return { base: current, text: current };
}

/** Closing would discard changes. */
export function isUnsaved(edit: TextEdit | null): edit is TextEdit {
  return edit !== null && edit.text !== edit.base;
}

/** Someone else has saved a different text in the meantime. */
export function isChangedElsewhere(edit: TextEdit, current: string): boolean {
  return current !== edit.base && current !== edit.text;
}

/** The user knowingly replaces the text on the server. */
export function keepMine(edit: TextEdit, current: string): TextEdit {
  return { ...edit, base: current };
}
