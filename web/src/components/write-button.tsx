import type { MouseEvent } from "react";
import { useConnection } from "#lib/connection.ts";
import { Button, type ButtonProps } from "./ui/button.tsx";

type WriteButtonProps = Omit<ButtonProps, "asChild"> & {
  /** The write is under way. */
  isBusy?: boolean;
  /** What the button says meanwhile. */
  busyLabel?: string;
  /** There is nothing to write. */
  isBlocked?: boolean;
};

/**
 * A button that changes something on the server. While that cannot be, it does nothing but stays
 * focusable, so that a keyboard user is not thrown back to the top of the page.
 */
export function WriteButton({
  isBusy = false,
  busyLabel,
  isBlocked = false,
  onClick,
  children,
  ...props
}: WriteButtonProps) {
  const { isOffline } = useConnection();
  const isDisabled = isBusy || isBlocked || isOffline;
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled) return event.preventDefault();
    onClick?.(event);
  };
  return (
    <Button aria-disabled={isDisabled} onClick={click} {...props}>
      {isBusy && busyLabel !== undefined ? busyLabel : children}
    </Button>
  );
}
