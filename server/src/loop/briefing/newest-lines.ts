/** The end of a long list, as JSON lines, oldest first. */
export interface NewestLines {
  lines: string[];
  /** How many older entries did not fit. */
  leftOut: number;
}

/** As many of the newest entries as fit into so many bytes, each of them whole; the newest always. */
export function newestLines<Entry>(
  newestFirst: Iterable<Entry>,
  total: number,
  format: (entry: Entry) => object,
  budget: number,
): NewestLines {
  const lines: string[] = [];
  let bytes = 0;
  for (const entry of newestFirst) {
    const line = JSON.stringify(format(entry));
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > budget && lines.length > 0) break;
    lines.push(line);
  }
  return { lines: lines.toReversed(), leftOut: total - lines.length };
}
