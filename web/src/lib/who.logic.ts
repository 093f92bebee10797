/** What the server calls the person at this page, and itself. */
const PERSON = "User";

/** Somebody as the page calls them: whoever reads it is "You", everybody else has their name. */
export function personName(name: string): string {
  return name === PERSON ? "You" : name;
}

/** Whoever speaks when nobody else does. */
export const MALAMAR = "Malamar";
