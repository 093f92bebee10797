/** "CR" for "Code Reviewer", "Pl" for "Planner". Two letters tell a Planner from a Programmer. */
export function monogram(name: string): string {
  const words = name.split(/[\s_\-./]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (first === undefined) return "?";
  const letters = last === undefined ? lettersOf(first).slice(0, 2) : [first, last].map(initial);
  const [head = "", tail = ""] = letters;
  return head.toLocaleUpperCase() + (last === undefined ? tail : tail.toLocaleUpperCase());
}

function initial(word: string): string {
  return lettersOf(word)[0] ?? "";
}

/** Splits by grapheme, so that an accent stays with its letter. */
function lettersOf(word: string): string[] {
  const parts = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}
