import type { Newest } from "@malamar/contract/briefing.ts";

/**
 * As many of the newest entries as fit into this many bytes of JSON, each complete; always at least
 * the newest.
 */
export function newestEntries<Stored, Entry extends object>(
  newestFirst: Iterable<Stored>,
  total: number,
  format: (stored: Stored) => Entry,
  budget: number,
): Newest<Entry> {
  const entries: Entry[] = [];
  let bytes = 0;
  for (const stored of newestFirst) {
    const entry = format(stored);
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > budget && entries.length > 0) break;
    entries.push(entry);
  }
  return { entries: entries.toReversed(), left_out: total - entries.length };
}
