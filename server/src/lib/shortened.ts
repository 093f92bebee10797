/** More than a line on any screen; an event goes to everybody, and is no place for a book. */
const LONGEST_IN_EVENT = 1000;

export function shortened(text: string, length = LONGEST_IN_EVENT): string {
  return text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
}
