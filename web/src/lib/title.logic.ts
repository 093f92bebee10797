/** Compares a retyped title, ignoring kinds of white space and of composed letters. */
export function isSameTitle(typed: string, title: string): boolean {
  return folded(typed) === folded(title);
}

function folded(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ");
}
