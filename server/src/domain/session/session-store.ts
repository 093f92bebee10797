import type { Database } from "bun:sqlite";
import type { SessionId } from "@malamar/contract/ids.ts";
import { describeRow } from "#db/row.ts";

export interface SessionRow {
  id: SessionId;
  /** The hash of the cookie's secret. */
  hash: string;
  /** A fingerprint of the token it began with. */
  made_with: string;
  user_id: string;
  device: string;
  created_at: string;
  last_seen_at: string;
}

export const sessionRow = describeRow<SessionRow>()("sessions", {
  id: { is: "text" },
  hash: { is: "text" },
  made_with: { is: "text" },
  user_id: { is: "text" },
  device: { is: "text" },
  created_at: { is: "text" },
  last_seen_at: { is: "text" },
});

/** Every removed session is named, so that its streams can be closed. */
export function createSessionStore(db: Database) {
  type Removed = { id: SessionId };
  const selectByHash = db.prepare<SessionRow, [string]>(
    `SELECT ${sessionRow.list()} FROM sessions WHERE hash = ?`,
  );
  const selectByUser = db.prepare<SessionRow, [string]>(
    `SELECT ${sessionRow.list()} FROM sessions WHERE user_id = ? ORDER BY last_seen_at DESC`,
  );
  const selectBegun = db.prepare<{ id: SessionId }, [string]>(
    "SELECT id FROM sessions WHERE created_at <= ?",
  );
  const updateSeen = db.prepare<unknown, [string, SessionId]>(
    "UPDATE sessions SET last_seen_at = ? WHERE id = ?",
  );
  const remove = db.prepare<Removed, [SessionId, string]>(
    "DELETE FROM sessions WHERE id = ? AND user_id = ? RETURNING id",
  );
  const removeOthers = db.prepare<Removed, [string, string]>(
    "DELETE FROM sessions WHERE user_id = ? AND id <> ? RETURNING id",
  );
  const removeSurplus = db.prepare<Removed, [string, number]>(
    `DELETE FROM sessions WHERE id IN
       (SELECT id FROM sessions WHERE user_id = ? ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)
     RETURNING id`,
  );
  const removeBegun = db.prepare<Removed, [string]>(
    "DELETE FROM sessions WHERE created_at <= ? RETURNING id",
  );
  const removeMadeOtherwise = db.prepare<Removed, [string]>(
    "DELETE FROM sessions WHERE made_with <> ? RETURNING id",
  );
  const ids = (rows: Removed[]): SessionId[] => rows.map(({ id }) => id);

  return {
    add: sessionRow.inserter(db),
    byHash: (hash: string): SessionRow | null => selectByHash.get(hash),
    /** Most recently seen first. */
    ofUser: (userId: string): SessionRow[] => selectByUser.all(userId),
    begunUntil: (time: string) => ids(selectBegun.all(time)),
    see: (id: SessionId, at: string) => void updateSeen.run(at, id),
    remove: (userId: string, id: SessionId) => ids(remove.all(id, userId)),
    removeOthers: (userId: string, kept: SessionId | null) =>
      ids(removeOthers.all(userId, kept ?? "")),
    /** All except the ones seen most recently. */
    removeSurplus: (userId: string, kept: number) => ids(removeSurplus.all(userId, kept)),
    removeBegunUntil: (time: string) => ids(removeBegun.all(time)),
    removeMadeOtherwise: (madeWith: string) => ids(removeMadeOtherwise.all(madeWith)),
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Nobody is logged in anymore. A database from before sessions existed had none. */
export function endAllSessions(db: Database): void {
  const isThere = db.query("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").get() !== null;
  if (isThere) db.run("DELETE FROM sessions");
}
