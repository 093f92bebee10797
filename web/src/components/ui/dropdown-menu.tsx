import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as MenuPrimitive } from "radix-ui";
import { cn } from "#lib/cn.ts";
import { returnFocus, type FocusReturn } from "./dialog-parts.ts";

export type MenuItem = {
  label: string;
  icon: LucideIcon;
  tone?: "danger";
  /** For one of several, of which one is chosen. */
  isChosen?: boolean;
  onSelect: () => void;
};

type DropdownMenuProps = FocusReturn & { items: readonly MenuItem[]; onClose: () => void };

/** An open menu, below what it is placed over. */
export function DropdownMenu({ items, onClose, returnFocusTo }: DropdownMenuProps) {
  return (
    <MenuPrimitive.Root open onOpenChange={onClose}>
      <MenuPrimitive.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </MenuPrimitive.Trigger>
      <MenuPrimitive.Portal>
        <MenuPrimitive.Content
          data-slot="dropdown-menu-content"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => returnFocus(event, returnFocusTo)}
          className="z-50 min-w-40 animate-menu-in rounded-md border bg-card p-1 shadow-transient outline-none"
        >
          {items.map((item) => (
            <Item key={item.label} item={item} />
          ))}
        </MenuPrimitive.Content>
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

const itemClass =
  "relative flex h-8 items-center gap-2 rounded-sm px-2 outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 pointer-coarse:h-11 forced-colors:data-highlighted:outline [&_svg]:size-4 [&_svg]:shrink-0";

function Item({ item: { label, icon: Icon, tone, isChosen, onSelect } }: { item: MenuItem }) {
  if (isChosen === undefined) {
    return (
      <MenuPrimitive.Item
        className={cn(itemClass, tone === "danger" && "text-error")}
        onSelect={onSelect}
      >
        <Icon aria-hidden />
        {label}
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
      <Icon aria-hidden />
      {label}
      <MenuPrimitive.ItemIndicator className="absolute right-2 text-primary">
        <Check aria-hidden />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.CheckboxItem>
  );
}
