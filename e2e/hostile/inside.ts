/**
 * Words that only a bug in Malamar produces: no person should read them in any answer, comment or
 * message.
 */
const INSIDE =
  /\n\s+at \S.*:\d+:\d+|\$bunfs|Maximum call stack|(?:undefined|null) is not (?:an object|a function)|Cannot read prop|SQLITE_|out of memory/i;

export function tellsOfInside(text: string): boolean {
  return INSIDE.test(text);
}
