import type { Dice } from "./dice.ts";

export const KINDS = ["workspaces", "agents", "tasks", "comments", "chats", "runs"] as const;
export type Kind = (typeof KINDS)[number];

/** The targets: always as many, so that the same dice hit the same place again. */
export interface Cast {
  ids: Readonly<Record<Kind, string[]>>;
  /** Ids of deleted things. */
  deleted: string[];
  /** An export of a workspace, to be imported. */
  file: object;
}

export function someId(cast: Cast, kind: Kind, dice: Dice): string {
  return dice.pick(cast.ids[kind]);
}

/** What may be deleted: always the last, so that the others live long enough to be hit. */
export function victim({ ids }: Cast, kind: Kind): string {
  return ids[kind].at(-1) ?? "";
}

/**
 * An id that should not work there: of another kind, of a deleted thing, of nothing, or not an id
 * at all.
 */
export function oddId(cast: Cast, kind: Kind, dice: Dice): string {
  return dice.weighted<() => string>([
    [3, () => someId(cast, dice.pick(KINDS.filter((other) => other !== kind)), dice)],
    [2, () => dice.pick(cast.deleted)],
    [2, () => dice.letters(21)],
    [5, () => dice.pick(ODD_IDS)],
  ])();
}

const ODD_IDS = [
  "000000000000000000000",
  "' OR 1=1 --",
  "'; DROP TABLE tasks; --",
  '" UNION SELECT * FROM settings --',
  "..",
  ".",
  "../../../../etc/passwd",
  "..\\..\\windows",
  "%",
  "*",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "__proto__",
  "constructor",
  "toString",
  "reorder",
  "done",
  "a/b",
  "a?b",
  "a#b",
  "a b",
  "a\0b",
  "\r\nX-Injected: 1",
  "👩‍👩‍👧",
  "é".repeat(21),
  "\u202e".repeat(21),
  "x".repeat(20),
  "x".repeat(22),
  "x".repeat(4000),
  "{id}",
  ":id",
  "${7*7}",
  "<script>alert(1)</script>",
];
