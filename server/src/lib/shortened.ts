/** More than a line on any screen; an event goes to everyone, so it must be short. */
const LONGEST_IN_EVENT = 1000;

/** At most so many letters of a text, the last of them three dots in one if there was more. */
export function shortened(text: string, most = LONGEST_IN_EVENT): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
