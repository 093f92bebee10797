/** What only a bug of ours says: no person is to read it, in whatever answer, comment or message. */
const INSIDE =
  /\n\s+at \S.*:\d+:\d+|\$bunfs|Maximum call stack|(?:undefined|null) is not (?:an object|a function)|Cannot read prop|SQLITE_|out of memory/i;

export function tellsOfInside(text: string): boolean {
  return INSIDE.test(text);
}
