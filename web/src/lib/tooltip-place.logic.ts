type Box = { left: number; top: number; width: number; height: number };
type Size = { width: number; height: number };

const GAP = 6;
const MARGIN = 8;

/** Above the element, or below if there is no room. Always inside the window. */
export function tooltipPlace(about: Box, tip: Size, window: Size): { left: number; top: number } {
  const above = about.top - GAP - tip.height;
  const below = about.top + about.height + GAP;
  const middle = about.left + about.width / 2 - tip.width / 2;
  const rightmost = window.width - MARGIN - tip.width;
  return {
    left: Math.max(MARGIN, Math.min(middle, rightmost)),
    top: above >= MARGIN ? above : Math.min(below, window.height - MARGIN - tip.height),
  };
}
