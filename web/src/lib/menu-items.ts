/** As much of an item as whoever lists it needs. */
export type ListedItem = { label: string; isChosen?: boolean; onSelect: () => void };

const itemsOf = new WeakMap<Element, readonly ListedItem[]>();

/** What lies behind the buttons that open a menu: who searches for it need not open them one by one. */
export const menuItems = {
  of: (button: Element): readonly ListedItem[] => itemsOf.get(button) ?? [],

  tell(button: Element, items: readonly ListedItem[]) {
    itemsOf.set(button, items);
  },
};
