import { Slot } from "radix-ui";
import type { ReactNode } from "react";

/**
 * A tooltip for its child on hover and focus. Never the only place for a piece of information. It
 * only marks the child, and one layer for the page shows all tooltips (tooltip-layer.tsx): there
 * may be hundreds on a screen, and one component for each would be slow.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return <Slot.Root data-tooltip={text}>{children}</Slot.Root>;
}
