import { Slot } from "radix-ui";
import type { ReactNode } from "react";

/**
 * Words about its child on hover and focus. Never the only place where something is said. It only
 * marks the child: one layer for the whole page shows them all (tooltip-layer.tsx), for there may be
 * hundreds on a screen, and each of its own would cost.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return <Slot.Root data-tooltip={text}>{children}</Slot.Root>;
}
