/** Beyond this, parsing would hold the page up; such a text is no prose anyway. */
const MAX_LENGTH = 100_000;

/** Quotes within quotes and lists within lists, deeper than anybody writes: drawing thousands ends the page. */
const TOO_DEEP = /^(?:[ \t]{0,8}(?:[>*+-]|\d{1,9}[.)])){30}/m;

/** Whether a text is worth reading as Markdown, and harmless to. */
export function isProse(text: string): boolean {
  return text.length <= MAX_LENGTH && !TOO_DEEP.test(text);
}
