let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Where the page header shows its primary action. There is one header at a time. */
export function headerPlace(): HTMLElement | null {
  return place;
}

export function setHeaderPlace(element: HTMLElement | null) {
  place = element;
  for (const listener of listeners) listener();
}

export function onHeaderPlace(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
