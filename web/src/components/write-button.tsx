import type { MouseEvent } from "react";
import { useConnection } from "#lib/connection.ts";
import { Button, type ButtonProps } from "./ui/button.tsx";

type WriteButtonProps = Omit<ButtonProps, "asChild"> & {
  /** The write is in progress. */
  isBusy?: boolean;
  /** The button's label meanwhile. */
  busyLabel?: string;
  /** There is nothing to write. */
  isBlocked?: boolean;
};

/**
 * A button that changes something on the server. While that is impossible it does nothing but stays
 * focusable, so that keyboard users do not lose their place.
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
