/** The server's names for the user of this page and for itself. */
const PERSON = "User";

/** A name on the page: the reader is "You", all others have their names. */
export function personName(name: string): string {
  return name === PERSON ? "You" : name;
}

/** The author of comments that nobody else wrote. */
export const MALAMAR = "Malamar";
