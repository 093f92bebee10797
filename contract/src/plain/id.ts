/** Of a nanoid. */
export const ID_LENGTH = 21;

/** The id in an address; null for what cannot be one. */
export function idFrom<Id extends string>(text: string | undefined): Id | null {
  // An id is a text of this length; its brand says only where it belongs.
  return text?.length === ID_LENGTH ? (text as Id) : null;
}
