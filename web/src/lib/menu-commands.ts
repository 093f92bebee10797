import { useEffect, useEffectEvent } from "react";

/** What a closed menu offers: the palette cannot see it on the page. */
export type MenuCommand = { label: string; onSelect: () => void };

type Menu = { group: string; items: () => readonly MenuCommand[] };

const menus = new Set<Menu>();

/** For as long as the menu is there, the palette lists what is in it. */
export function useMenuCommands(group: string, items: readonly MenuCommand[]) {
  const read = useEffectEvent(() => items);
  useEffect(() => {
    const menu: Menu = { group, items: () => read() };
    menus.add(menu);
    return () => void menus.delete(menu);
  }, [group]);
}

export function menuCommands(): { group: string; label: string; run: () => void }[] {
  return [...menus].flatMap(({ group, items }) =>
    items().map(({ label, onSelect }) => ({ group, label, run: onSelect })),
  );
}
