/** More than a line on any screen; an event goes to everyone, so it must be short. */
const LONGEST_IN_EVENT = 1000;

/** At most this many letters of a text; an ellipsis says that there was more. */
export function shortened(text: string, most = LONGEST_IN_EVENT): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
