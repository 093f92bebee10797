/** A token that can be guessed protects nothing. */
const SHORTEST_TOKEN = 16;

/** Why this is not a valid token, as "must …"; null when it is. */
export function tokenProblem(text: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(text)) return "must be visible ASCII without spaces";
  if (text.length < SHORTEST_TOKEN) return `must have at least ${SHORTEST_TOKEN} characters`;
  return null;
}
