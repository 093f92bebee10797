/** Larger pieces mean fewer writes; these are still small enough that nobody waits for one. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * What `JSON.stringify(value, null, 2)` gives, piece by piece. A list may be a generator: then it
 * is never complete in memory.
 */
export function* jsonChunks(value: object): Generator<string> {
  let chunk = "";
  for (const piece of pieces(value, "\n")) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield `${chunk}\n`;
}

function* pieces(value: unknown, lineBreak: string): Generator<string> {
  if (typeof value !== "object" || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Symbol.iterator in value;
  const inner = `${lineBreak}  `;
  let isEmpty = true;
  yield isList ? "[" : "{";
  for (const [name, item] of isList ? unnamed(value as Iterable<unknown>) : Object.entries(value)) {
    yield `${isEmpty ? "" : ","}${inner}${name === null ? "" : `${JSON.stringify(name)}: `}`;
    yield* pieces(item, inner);
    isEmpty = false;
  }
  yield `${isEmpty ? "" : lineBreak}${isList ? "]" : "}"}`;
}

function* unnamed(items: Iterable<unknown>): Generator<[null, unknown]> {
  for (const item of items) yield [null, item];
}
