/** Moves the focus when the row of this element disappears: to the next row, or to the page. */
export function focusBeside(element: Element | null): () => void {
  const row = element?.closest("li");
  const hadFocus = row?.contains(document.activeElement) ?? false;
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => {
    if (!hadFocus) return;
    const next = beside?.isConnected ? beside.querySelector<HTMLElement>("a") : null;
    (next ?? document.querySelector("main"))?.focus();
  };
}
