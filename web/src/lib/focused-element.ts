/** What has the focus, to give it back later. A menu goes with what is chosen in it; its button stays. */
export function focusedElement(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  if (activeElement.closest("[role=menu]") === null) return activeElement;
  return document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]');
}
