import type { AgentId } from "@malamar/contract/ids.ts";

/** The fields of an agent that are needed to ask it. */
export type Askable = { agent_id: AgentId; name: string };

/** An @ being typed: its position, and the matching agents. */
export type Mention = { start: number; agents: readonly Askable[] };

/** Typing further narrows a longer list. */
const MOST_OFFERED = 8;

/** No name is longer, so no more of the text is scanned. */
const LONGEST = 200;

/** The mention at the caret, if it matches the start of an agent's name. */
export function mentionAt(text: string, caret: number, team: readonly Askable[]): Mention | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1 || caret - start > LONGEST || !isBegin(text, start)) return null;
  const typed = text.slice(start + 1, caret).toLowerCase();
  const agents = team.filter(({ name }) => name.toLowerCase().startsWith(typed));
  return agents.length === 0 ? null : { start, agents: agents.slice(0, MOST_OFFERED) };
}

/** The text with the completed name, and the new caret position. */
export function withMention(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  const after = text.slice(caret).replace(/^ /, "");
  return { text: before + after, caret: before.length };
}

/** The agent that a text asks: the first one named with an @. */
export function askedIn(text: string, team: readonly Askable[]): Askable | null {
  const found = placesOf(text, team);
  return found[0]?.agent ?? null;
}

/** Removes the @ from all names, so that the text is for the whole team. */
export function withoutMentions(text: string, team: readonly Askable[]): string {
  return placesOf(text, team).reduceRight(
    (rest, { start }) => rest.slice(0, start) + rest.slice(start + 1),
    text,
  );
}

function placesOf(text: string, team: readonly Askable[]): { start: number; agent: Askable }[] {
  // "Code Reviewer" before "Code".
  const byLength = team.toSorted((a, b) => b.name.length - a.name.length);
  const places = [];
  for (let start = text.indexOf("@"); start !== -1; start = text.indexOf("@", start + 1)) {
    if (!isBegin(text, start)) continue;
    const rest = text.slice(start + 1, start + 1 + LONGEST).toLowerCase();
    const agent = byLength.find(({ name }) => isNameOf(rest, name.toLowerCase()));
    if (agent !== undefined) places.push({ start, agent });
  }
  return places;
}

function isNameOf(rest: string, name: string): boolean {
  return rest.startsWith(name) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length));
}

/** Not inside a word: the @ of a mail address asks nobody. */
function isBegin(text: string, start: number): boolean {
  return start === 0 || /[\s(]/.test(text.charAt(start - 1));
}
