/**
 * The focused element, to return the focus to later. A menu disappears after a choice, so its
 * button is returned instead.
 */
export function focusedElement(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  if (activeElement.closest("[role=menu]") === null) return activeElement;
  return document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]');
}
