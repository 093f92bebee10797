export type Box = { left: number; top: number; width: number; height: number };

export type Shift = { id: string; from: Box; to: Box; isAcross: boolean };

/** The eye cannot follow more changes than this, so animating them would be a waste. */
const MOST = 24;

/** Shorter moves are invisible. */
const LEAST_PX = 2;

/** The visible cards that have moved. Those that changed columns cross the board. */
export function shiftsBetween(
  before: ReadonlyMap<string, Box>,
  after: ReadonlyMap<string, Box>,
  view: Box,
): Shift[] {
  const shifts = [...after].flatMap(([id, to]): Shift[] => {
    const from = before.get(id);
    if (from === undefined || (!isIn(from, view) && !isIn(to, view))) return [];
    const isStill =
      Math.abs(from.left - to.left) < LEAST_PX && Math.abs(from.top - to.top) < LEAST_PX;
    return isStill ? [] : [{ id, from, to, isAcross: Math.abs(from.left - to.left) >= LEAST_PX }];
  });
  return shifts.length > MOST ? shifts.filter(({ isAcross }) => isAcross).slice(0, MOST) : shifts;
}

function isIn(box: Box, view: Box): boolean {
  return (
    box.left < view.left + view.width &&
    box.left + box.width > view.left &&
    box.top < view.top + view.height &&
    box.top + box.height > view.top
  );
}
