import type { AgentId } from "@malamar/contract/ids.ts";

/** As much of an agent as is needed to ask it. */
export type Askable = { agent_id: AgentId; name: string };

/** An @ that is being written: where it stands, and who may be meant. */
export type Mention = { start: number; agents: readonly Askable[] };

/** More than that are found by typing on. */
const MOST_OFFERED = 8;

/** No name is longer, so no more of the text is looked at. */
const LONGEST = 200;

/** What is being written at the caret, if it begins the name of an agent. */
export function mentionAt(text: string, caret: number, team: readonly Askable[]): Mention | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start === -1 || caret - start > LONGEST || !isBegin(text, start)) return null;
  const typed = text.slice(start + 1, caret).toLowerCase();
  const agents = team.filter(({ name }) => name.toLowerCase().startsWith(typed));
  return agents.length === 0 ? null : { start, agents: agents.slice(0, MOST_OFFERED) };
}

/** The text with the name written out, and where the caret is then. */
export function withMention(
  text: string,
  { start, caret, name }: { start: number; caret: number; name: string },
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `;
  const after = text.slice(caret).replace(/^ /, "");
  return { text: before + after, caret: before.length };
}

/** The one agent that a text asks: the first that it names with an @. */
export function askedIn(text: string, team: readonly Askable[]): Askable | null {
  const found = placesOf(text, team);
  return found[0]?.agent ?? null;
}

/** The text without the @ before any name: then it is for the whole team. */
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

/** Not in the middle of a word: the @ of an address asks nobody. */
function isBegin(text: string, start: number): boolean {
  return start === 0 || /[\s(]/.test(text.charAt(start - 1));
}
