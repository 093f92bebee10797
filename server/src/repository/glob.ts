/** Stands for any number of items, even none. */
export const ANY_NUMBER = Symbol("any number");

/** What one item of a sequence has to be. */
export type Matcher<Item> = (item: Item) => boolean;

export type Glob<Item> = readonly (Matcher<Item> | typeof ANY_NUMBER)[];

/**
 * Whether a sequence is what a glob describes. When it goes wrong, only the last ANY_NUMBER takes
 * one item more: an earlier one could gain nothing. So no glob, whoever wrote it, takes longer than
 * its length times that of the sequence.
 */
export function matches<Item>(glob: Glob<Item>, items: ArrayLike<Item>): boolean {
  let [at, item] = [0, 0];
  let again: { at: number; item: number } | null = null;
  while (item < items.length) {
    const wanted = glob[at];
    if (wanted === ANY_NUMBER) {
      again = { at: ++at, item };
    } else if (wanted?.(items[item]!) === true) {
      at++;
      item++;
    } else {
      if (again === null) return false;
      item = ++again.item;
      at = again.at;
    }
  }
  return glob.slice(at).every((wanted) => wanted === ANY_NUMBER);
}

/** A name with `*`, `?`, `[a-z]` and `\`, as in .gitignore; null where git would match nothing. */
export function nameGlob(text: string): Glob<string> | null {
  const glob: (Matcher<string> | typeof ANY_NUMBER)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === "*") {
      if (glob.at(-1) !== ANY_NUMBER) glob.push(ANY_NUMBER);
    } else if (char === "?") {
      glob.push(() => true);
    } else if (char === "[") {
      const found = readClass(text, at + 1);
      if (found === null) return null;
      glob.push(found.holds);
      at = found.end;
    } else {
      if (char === "\\") at++;
      const wanted = text[at];
      if (wanted === undefined) return null;
      glob.push((each) => each === wanted);
    }
  }
  return glob;
}

/** From behind its bracket to its end; null without one. */
function readClass(text: string, begin: number): { holds: Matcher<string>; end: number } | null {
  const isNegated = text[begin] === "!" || text[begin] === "^";
  const first = isNegated ? begin + 1 : begin;
  const members: Matcher<string>[] = [];
  for (let at = first; at < text.length; at++) {
    // As the first one it is a member.
    if (text[at] === "]" && at > first) {
      return { holds: (char) => members.some((holds) => holds(char)) !== isNegated, end: at };
    }
    const named = text[at] === "[" && text[at + 1] === ":" ? text.indexOf(":]", at + 2) : -1;
    if (named !== -1) {
      const pattern = NAMED.get(text.slice(at + 2, named));
      if (pattern === undefined) return null;
      members.push((char) => pattern.test(char));
      at = named + 1;
      continue;
    }
    const [from, afterFrom] = charAt(text, at);
    members.push((char) => char === from);
    at = afterFrom - 1;
    if (text[afterFrom] !== "-" || (text[afterFrom + 1] ?? "]") === "]") continue;
    const [to, afterTo] = charAt(text, afterFrom + 1);
    members.push((char) => from <= char && char <= to);
    at = afterTo - 1;
  }
  return null;
}

/** A character and where the next one begins; a backslash stands for the one behind it. */
function charAt(text: string, at: number): [string, number] {
  return text[at] === "\\" ? [text[at + 1] ?? "", at + 2] : [text[at]!, at + 1];
}

/** Of ASCII, as git knows them. */
const NAMED: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[a-z\d]/i],
  ["alpha", /[a-z]/i],
  ["blank", /[ \t]/],
  ["cntrl", /(?=\p{ASCII})\p{Cc}/u],
  ["digit", /\d/],
  ["graph", /[!-~]/],
  ["lower", /[a-z]/],
  ["print", /[ -~]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["space", /[ \t-\r]/],
  ["upper", /[A-Z]/],
  ["xdigit", /[\da-f]/i],
]);
