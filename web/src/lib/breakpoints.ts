/** Room for a rail beside the page: Tailwind's sm. Below it a phone has a bar at the bottom. */
export const HAS_RAIL = "(min-width: 40rem)";

/** Room for two panes beside the rail, and for names in it: Tailwind's lg. */
export const IS_WIDE = "(min-width: 64rem)";

/** Somebody types on the glass, with a keyboard that covers half of it. */
export const IS_TOUCH = "(pointer: coarse)";
