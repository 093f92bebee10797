/** A token that can be guessed guards nothing. */
const SHORTEST_TOKEN = 16;

/** Why this can be no token, as "must …"; null when it can. */
export function tokenProblem(text: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(text)) return "must be visible ASCII without spaces";
  if (text.length < SHORTEST_TOKEN) return `must have at least ${SHORTEST_TOKEN} characters`;
  return null;
}
