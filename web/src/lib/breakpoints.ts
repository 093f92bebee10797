/** Room for a rail next to the page: Tailwind's sm. Narrower windows have a bar at the bottom. */
export const HAS_RAIL = "(min-width: 40rem)";

/** Room for two panes next to the rail, and for names in it: Tailwind's lg. */
export const IS_WIDE = "(min-width: 64rem)";

/** The device has an on-screen keyboard, which covers half of the window. */
export const IS_TOUCH = "(pointer: coarse)";
