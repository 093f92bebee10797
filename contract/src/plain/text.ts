/** One line that names a thing: line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}
