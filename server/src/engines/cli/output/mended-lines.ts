/** A line, or a part of one, and its content if it is JSON. */
export interface ReadLine {
  line: string;
  json: { value: unknown } | null;
}

/**
 * Reads lines of JSON. A CLI may write an event into the middle of a longer line (Claude Code does):
 * then there is one line that ends with a whole event, and a next one with the rest of the first.
 */
export function createMendedLines() {
  /** The beginning of a line that another one cut off. */
  let begun: string | null = null;

  function read(line: string): ReadLine[] {
    const whole = parse(line);
    // What follows a line that was cut off need not be its rest.
    if (whole.json || (!line.startsWith("{") && begun === null)) return [whole];
    const mended = begun === null ? whole : parse(begun + line);
    if (mended.json) {
      begun = null;
      return [mended];
    }
    for (const at of eventStarts(line)) {
      const event = parse(line.slice(at));
      if (!event.json) continue;
      const given = giveUp();
      begun = line.slice(0, at);
      return [...given, event];
    }
    return [...giveUp(), whole];
  }

  function giveUp(): ReadLine[] {
    const given = begun === null ? [] : [{ line: begun, json: null }];
    begun = null;
    return given;
  }

  return { read, end: giveUp };
}

/** All events of Claude Code that interrupt a line begin like this. */
const EVENT_START = '{"type":';
/** An event may contain others; a line full of them that is not JSON is not worth more effort. */
const MOST_TRIES = 5;

function eventStarts(line: string): number[] {
  const starts: number[] = [];
  for (
    let at = line.indexOf(EVENT_START, 1);
    at !== -1 && starts.length < MOST_TRIES;
    at = line.indexOf(EVENT_START, at + 1)
  ) {
    starts.push(at);
  }
  return starts;
}

function parse(line: string): ReadLine {
  try {
    return { line, json: { value: JSON.parse(line) as unknown } };
  } catch {
    return { line, json: null };
  }
}
