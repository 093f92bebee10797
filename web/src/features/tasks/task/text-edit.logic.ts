/** A text that is being changed, and what it was when that began. */
export type TextEdit = { base: string; text: string };

export function beginEdit(current: string): TextEdit {
  return { base: current, text: current };
}

/** Closing would throw something away. */
export function isUnsaved(edit: TextEdit | null): edit is TextEdit {
  return edit !== null && edit.text !== edit.base;
}

/** Somebody else has saved another text meanwhile, and it is not the same as ours. */
export function isChangedElsewhere(edit: TextEdit, current: string): boolean {
  return current !== edit.base && current !== edit.text;
}

/** Our text shall replace what is there now, knowingly. */
export function keepMine(edit: TextEdit, current: string): TextEdit {
  return { ...edit, base: current };
}
