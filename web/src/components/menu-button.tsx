import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { cn } from "#lib/cn.ts";
import { menuItems } from "#lib/menu-items.ts";
import { lazyPart } from "./lazy-part.tsx";
import { Button, type ButtonProps } from "./ui/button.tsx";
import type { MenuItem } from "./ui/dropdown-menu.tsx";

const [Menu, fetchMenu] = lazyPart(
  async () => (await import("./ui/dropdown-menu.tsx")).DropdownMenu,
);

type MenuButtonProps = Omit<ButtonProps, "asChild" | "onClick" | "ref"> & {
  ref?: RefObject<HTMLButtonElement | null>;
  items: readonly MenuItem[];
  align?: "start" | "end";
  /** For the button itself. `className` is for the wrapper. */
  buttonClassName?: string;
  /** The user has just asked for it elsewhere. */
  isOpenAtFirst?: boolean;
};

/** A button with a menu below it. */
export function MenuButton(allProps: MenuButtonProps) {
  const { ref, items, align = "end", isOpenAtFirst = false, ...rest } = allProps;
  const { className, buttonClassName, ...props } = rest;
  const ownRef = useRef<HTMLButtonElement>(null);
  const buttonRef = ref ?? ownRef;
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (buttonRef.current !== null) menuItems.tell(buttonRef.current, items);
  });
  const open = () => props["aria-disabled"] !== true && setIsOpen(true);
  const openOnArrow = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  };
  return (
    <span className={cn("relative inline-flex", className)}>
      <Button
        ref={buttonRef}
        className={buttonClassName}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={fetchMenu}
        onFocus={fetchMenu}
        onClick={open}
        onKeyDown={openOnArrow}
        {...props}
      />
      {isOpen && (
        <Menu
          items={items}
          align={align}
          onClose={() => setIsOpen(false)}
          returnFocusTo={buttonRef}
        />
      )}
    </span>
  );
}
