/** The fields of an item that are needed to list it. */
export type ListedItem = { label: string; isChosen?: boolean; onSelect: () => void };

const itemsOf = new WeakMap<Element, readonly ListedItem[]>();

/** The items of closed menus, so that the palette can find them. */
export const menuItems = {
  of: (button: Element): readonly ListedItem[] => itemsOf.get(button) ?? [],

  tell(button: Element, items: readonly ListedItem[]) {
    itemsOf.set(button, items);
  },
};
