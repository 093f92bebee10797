import type { Database } from "bun:sqlite";
import type { SearchResult } from "@malamar/contract/search.ts";

/**
 * What each kind of title belongs to, in the order in which results are shown. The triggers give
 * each kind its own range of numbers, so hits of other kinds are not even read.
 */
const KINDS = [
  {
    type: "workspace",
    numbers: [1, 2 ** 40 - 1],
    place: "CROSS JOIN workspaces w ON w.id = t.id",
    status: "NULL",
  },
  {
    type: "task",
    numbers: [2 ** 40, 2 ** 41 - 1],
    place: "CROSS JOIN tasks x ON x.id = t.id CROSS JOIN workspaces w ON w.id = x.workspace_id",
    status: "x.status",
  },
  {
    type: "chat",
    numbers: [2 ** 41, 2 ** 42 - 1],
    place: "CROSS JOIN chats x ON x.id = t.id CROSS JOIN workspaces w ON w.id = x.workspace_id",
    status: "NULL",
  },
] as const satisfies readonly {
  type: SearchResult["type"];
  numbers: readonly [first: number, last: number];
  place: string;
  status: string;
}[];

/** The index contains parts of this length and longer. */
const SHORTEST_PART = 3;

/** Newest first; the joins are CROSS so that SQLite starts with the titles. */
export function createSearchStore(db: Database) {
  const queries = KINDS.map(({ type, numbers: [first, last], place, status }) => {
    const prepare = (from: string, condition: string, number: string) =>
      db.prepare<SearchResult, [wanted: string, limit: number]>(
        `SELECT '${type}' AS type, t.id, t.title, w.id AS workspace_id, w.title AS workspace_title,
           ${status} AS status
         FROM ${from} ${place}
         WHERE ${condition} AND ${number} BETWEEN ${first} AND ${last}
         ORDER BY ${number} DESC LIMIT ?`,
      );
    return {
      byParts: prepare(
        "title_parts CROSS JOIN titles t ON t.number = title_parts.rowid",
        "title_parts MATCH ?",
        // By the index's own numbers: it returns its hits in this order, and stops when it has
        // enough.
        "title_parts.rowid",
      ),
      // One or two letters occur in too many titles for an index: look through the newest ones.
      byLooking: prepare("titles t", String.raw`t.title LIKE ? ESCAPE '\'`, "t.number"),
    };
  });

  const byNumber = db.prepare<SearchResult, [number: number, limit: number]>(
    `SELECT 'task' AS type, x.id, x.summary AS title, w.id AS workspace_id,
       w.title AS workspace_title, x.status
     FROM tasks x CROSS JOIN workspaces w ON w.id = x.workspace_id
     WHERE x.number = ? LIMIT ?`,
  );

  return {
    /** The tasks with this number, in any workspace. */
    findNumber: (number: number, limit: number): SearchResult[] => byNumber.all(number, limit),

    /** At most this many of each kind. */
    find(wanted: string, limit: number): SearchResult[] {
      const isShort = Array.from(wanted).length < SHORTEST_PART;
      return queries.flatMap(({ byParts, byLooking }) =>
        isShort
          ? byLooking.all(`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, limit)
          : byParts.all(`"${wanted.replaceAll('"', '""')}"`, limit),
      );
    },
  };
}

export type SearchStore = ReturnType<typeof createSearchStore>;
