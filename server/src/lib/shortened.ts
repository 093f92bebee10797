/** At most so many letters of a text; three dots in one say that there was more. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).toWellFormed()}…`;
}
