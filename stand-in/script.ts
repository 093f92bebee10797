import { findVerb, type Step } from "./verbs.ts";

/** Steps with the visits they are for. */
interface Block {
  when: When;
  steps: Step[];
}

type When =
  | { kind: "always" }
  | { kind: "visits"; from: number; to: number }
  /** Visits after every one that has a heading. */
  | { kind: "after" }
  /** A person has commented since the last visit: this replaces all others. */
  | { kind: "user_comments" };

/** The blocks for tasks whose summary has these words; null is for all the others. */
interface Part {
  words: string | null;
  blocks: Block[];
}

export type Script = readonly Part[];

export interface Situation {
  summary: string;
  visit: number;
  newUserComment: string | null;
}

/** An invalid script: the message names the line and the word. */
export class ScriptError extends Error {}

/** The first block that is fenced with this info string; null when there is none. */
export function findScript(text: string, info: "demo" | "demo-chat"): string | null {
  // An open one ends with the text.
  const fence = new RegExp(
    `^(\`{3,}|~{3,})${info}[ \\t\\r]*\\n(.*?)(?:^\\1[ \\t\\r]*$|(?![^]))`,
    "ms",
  );
  return fence.exec(text)?.[2] ?? null;
}

/**
 * Reads a script: one step per line, headings that end in a colon, `|` to continue a text on the
 * next line, `#` for remarks.
 */
export function parseScript(text: string): Script {
  const parts: Part[] = [{ words: null, blocks: [] }];
  for (const { number, content } of statements(text)) {
    const part = parts.at(-1)!;
    const words = /^task "(.+)":$/i.exec(content)?.[1];
    if (words !== undefined) {
      parts.push({ words, blocks: [] });
      continue;
    }
    const when = readHeading(content);
    if (when) {
      part.blocks.push({ when, steps: [] });
      continue;
    }
    if (part.blocks.length === 0) part.blocks.push({ when: { kind: "always" }, steps: [] });
    part.blocks.at(-1)!.steps.push(readStep(number, content));
  }
  return parts;
}

/** What to do now. */
export function chooseSteps(script: Script, situation: Situation): Step[] {
  const summary = situation.summary.toLowerCase();
  const part =
    script.find(({ words }) => words !== null && summary.includes(words.toLowerCase())) ??
    script.find(({ words }) => words === null);
  const blocks = part?.blocks ?? [];
  const answers = blocks.filter(({ when }) => when.kind === "user_comments");
  const chosen =
    situation.newUserComment !== null && answers.length > 0
      ? answers
      : blocks.filter(({ when }) => isFor(when, situation.visit, lastNamedVisit(blocks)));
  return chosen.flatMap(({ steps }) => steps);
}

function isFor(when: When, visit: number, lastNamed: number): boolean {
  switch (when.kind) {
    case "always":
      return true;
    case "visits":
      return visit >= when.from && visit <= when.to;
    case "after":
      return visit > lastNamed;
    case "user_comments":
      return false;
    default:
      return when satisfies never;
  }
}

function lastNamedVisit(blocks: readonly Block[]): number {
  return Math.max(0, ...blocks.map(({ when }) => (when.kind === "visits" ? when.to : 0)));
}

function readHeading(content: string): When | null {
  if (/^always:$/i.test(content)) return { kind: "always" };
  if (/^after:$/i.test(content)) return { kind: "after" };
  if (/^when the user comments:$/i.test(content)) return { kind: "user_comments" };
  const visits = /^visits? (\d+)(?: ?- ?(\d+))?:$/i.exec(content);
  if (!visits) return null;
  return { kind: "visits", from: Number(visits[1]), to: Number(visits[2] ?? visits[1]) };
}

interface Statement {
  /** 1 is the line below the fence. */
  number: number;
  content: string;
}

function statements(text: string): Statement[] {
  const found: Statement[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (!content.startsWith("|")) {
      found.push({ number: at + 1, content });
      continue;
    }
    const begun = found.at(-1);
    if (!begun) throw new ScriptError(`line ${at + 1}: "|" continues a step, but there is none.`);
    begun.content += `\n${content.replace(/^\| ?/, "")}`;
  }
  return found;
}

function readStep(number: number, content: string): Step {
  const found = findVerb(content);
  if (!found) {
    const word = content.split(/\s/, 1)[0];
    throw new ScriptError(`line ${number}: "${word}" is not a step that I know.`);
  }
  const { name, verb, text } = found;
  const step = verb.read(text);
  if (step) return { verb: name, ...step };
  throw new ScriptError(`line ${number}: "${name}" has to be written like this: ${verb.example}`);
}
