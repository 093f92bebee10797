import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as MenuPrimitive } from "radix-ui";
import {
  Fragment,
  isValidElement,
  useState,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { cn } from "#lib/cn.ts";
import { returnFocus, type FocusReturn } from "./dialog-parts.ts";

export type MenuItem = {
  /** Distinguishes items with the same label. */
  id?: string;
  label: string;
  /** Extra information, at the right. */
  aside?: ReactNode;
  /** An agent has its face instead. */
  icon: LucideIcon | ReactElement;
  tone?: "danger";
  /** For a choice among several: whether it is selected. */
  isChosen?: boolean;
  /** Draws a separator above it. */
  startsGroup?: boolean;
  onSelect: () => void;
};

type DropdownMenuProps = FocusReturn & {
  items: readonly MenuItem[];
  /** The edge that is aligned with the other element. */
  align: "start" | "end";
  onClose: () => void;
};

/** An open menu below its anchor. */
export function DropdownMenu({ items, align, onClose, returnFocusTo }: DropdownMenuProps) {
  // The menu's code loads on opening, so it missed the key press that opened it.
  const [isByKeyboard] = useState(() => document.activeElement?.matches(":focus-visible") ?? false);
  const enter = ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!isByKeyboard || target !== currentTarget || currentTarget.contains(relatedTarget)) return;
    currentTarget.querySelector<HTMLElement>("[data-radix-collection-item]")?.focus();
  };
  return (
    <MenuPrimitive.Root open onOpenChange={onClose}>
      <MenuPrimitive.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </MenuPrimitive.Trigger>
      <MenuPrimitive.Portal>
        <MenuPrimitive.Content
          data-slot="dropdown-menu-content"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onFocus={enter}
          onCloseAutoFocus={(event) => returnFocus(event, returnFocusTo)}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,calc(100vw-1rem))] min-w-40 animate-menu-in overflow-y-auto rounded-md border bg-card p-1 shadow-transient outline-none"
        >
          {items.map((item) => (
            <Fragment key={item.id ?? item.label}>
              {item.startsGroup && <MenuPrimitive.Separator className="-mx-1 my-1 border-t" />}
              <Item item={item} />
            </Fragment>
          ))}
        </MenuPrimitive.Content>
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

const itemClass =
  "relative flex h-8 items-center gap-2 rounded-sm px-2 outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0";

function Item({ item }: { item: MenuItem }) {
  const { label, icon, tone, isChosen, onSelect, aside } = item;
  if (isChosen === undefined) {
    return (
      <MenuPrimitive.Item
        className={cn(itemClass, tone === "danger" && "text-error")}
        onSelect={onSelect}
      >
        <ItemIcon icon={icon} />
        <span className="min-w-0 truncate">{label}</span>
        {aside}
      </MenuPrimitive.Item>
    );
  }
  return (
    <MenuPrimitive.CheckboxItem
      role="menuitemradio"
      aria-checked={isChosen}
      checked={isChosen}
      className={cn(itemClass, "pr-8")}
      onSelect={onSelect}
    >
      <ItemIcon icon={icon} />
      <span className="min-w-0 truncate">{label}</span>
      {aside}
      <MenuPrimitive.ItemIndicator className="absolute right-2 text-primary">
        <Check aria-hidden />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}

function ItemIcon({ icon: Icon }: Pick<MenuItem, "icon">) {
  return isValidElement(Icon) ? Icon : <Icon aria-hidden />;
}
